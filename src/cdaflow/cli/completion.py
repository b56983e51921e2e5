"""Complete commands and options in a shell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

_SCRIPTS = {
    "bash": """_cdaflow() {
    mapfile -t COMPREPLY < <(cdaflow completion words -- "${COMP_WORDS[@]:1:COMP_CWORD}")
}
complete -o bashdefault -o default -F _cdaflow cdaflow""",
    "zsh": """_cdaflow() {
    compadd -- ${(f)"$(cdaflow completion words -- "${(@)words[2,CURRENT]}")"} || _files
}
compdef _cdaflow cdaflow""",
    "fish": """complete -c cdaflow -a \\
    '(cdaflow completion words -- (commandline -opc)[2..] (commandline -ct))'""",
}


def completion(
    shell: Literal["bash", "zsh", "fish", "words"], words: Sequence[str] = (), /
) -> None:
    """Print a shell script that completes commands, options and choices.

    Bash: add the line `eval "$(cdaflow completion bash)"` to ~/.bashrc; zsh: the same with zsh to
    ~/.zshrc, behind compinit; fish: `cdaflow completion fish | source`.

    Args:
        shell: the shell; words: print the candidates for the last word
        words (WORD): the words of a command line after cdaflow, as the shell passes them
    """
    print("\n".join(candidates(words)) if shell == "words" else _SCRIPTS[shell])


def candidates(words: Sequence[str]) -> list[str]:
    """Return what may stand in place of the last word of a command line, itself perhaps empty."""
    from cdaflow.cli import commands

    *before, last = words or [""]
    name, is_command, rest = commands.find(before)
    if not is_command:
        choices = [command.split()[-1] for command in commands.below(name)]
    else:
        options = commands.load(name).parser().option_actions()
        action = options.get(rest[-1]) if rest else None
        choices = [str(choice) for choice in action.choices or ()] if action else []
        if last.startswith("-"):
            choices = list(options)
    return [choice for choice in choices if choice.startswith(last)]
