# Where a cluster with Slurm runs the jobs, of all rules: to be included when they are known. What the
# profile or the command line says of a rule (default-resources, set-resources) stays.
from snakemake.resources import Resource

for _rule in workflow.rules:
    _gpu = _rule.resources["gpu"] if "gpu" in _rule.resources else Resource("gpu", 0)
    for _name in {**CONFIG.slurm.resources(0), **CONFIG.slurm.resources(1)}:
        if _name not in _rule.resources:
            _rule.resources[_name] = slurm_resource(_name, _gpu)
