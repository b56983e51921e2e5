"""Paths with blanks, quotes and dollars in the commands of the workflow, and no command in a path."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ODD = "sp ace é$'\""
