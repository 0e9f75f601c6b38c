"""figures.py COUNTS COMPILE_COMMANDS RECORDED [--update]: the last step of scripts/count_instructions.

COUNTS is the folder with the dumps of callgrind. RECORDED has a line "NAME FIGURE" per measurement. Below it, indented lines
"INSTRUCTIONS FUNCTION" name the functions that take most of it, without the functions that they call.
"""
import collections
import json
import os
import re
import subprocess
import sys

MARGIN = 1.03     # a figure may be this much above the recorded one
RECORDED = 0.005  # a function is recorded if it takes at least this share
SHOWN = 8         # functions that are printed for a figure that grew


def self_costs(dump):
    """The instructions of each function in a dump, without the functions that it calls."""
    functions, objects = {}, {}  # names by the numbers of the dump
    costs = collections.Counter()
    function = file = None
    is_call = False

    def numbered(names, text):
        number, _, name = text.strip().partition(' ')
        if name:
            names[number] = name
        return number

    for line in open(dump, errors='replace'):
        key, _, text = line.partition('=')
        if key == 'fn':
            function = numbered(functions, text)
        elif key == 'cfn':
            numbered(functions, text)
        elif key == 'ob':
            file = numbered(objects, text)
        elif key == 'cob':
            numbered(objects, text)
        elif key == 'calls':
            is_call = True  # the next line is the cost of the called function
        elif line[0].isdigit() or line[0] in '+-*':
            if not is_call:
                costs[file, function] += int(line.split()[1])
            is_call = False
    merged = collections.Counter()
    for (file, function), cost in costs.items():
        merged[short_name(functions[function], objects[file])] += cost
    return merged


def short_name(full, file):
    """A name without result, template arguments and parameters. A function without a name gets that of its file."""
    if full.startswith('0x'):
        return os.path.basename(file)
    name = re.sub(r"'\d+$|@@.*|\[.*?\]", '', full)  # numbers of recursions, versions, ABI tags, compiler-made copies
    name = name.replace('(anonymous namespace)::', '').replace('operator()', 'operator_call')
    name = re.sub(r'\boperator (new|delete)\b', r'operator_\1', name)
    name = re.sub(r'\boperator(<=>|<<|<=|<|->|>>|>=|>)', 'operator_compare', name)
    name = re.sub(r'\{lambda\(.*?\)#\d+\}', 'lambda', name)
    while re.search(r'<[^<>]*>', name):
        name = re.sub(r'<[^<>]*>', '', name)
    words = re.sub(r'decltype ?\([^()]*\)', '', name).partition('(')[0].split()
    return words[-1] if words else full


def dumps_of(folder):
    """The dump of each measurement: (name, file, repeats)."""
    repeats = dict(line.split() for line in open(f'{folder}/repeats'))
    for name in sorted(os.listdir(folder)):
        if re.fullmatch(r'turns\.\d+', name):
            found = re.search(r'^desc: Trigger: Client Request: (\w+)', open(f'{folder}/{name}').read(), re.M)
            if found:
                yield found.group(1), f'{folder}/{name}', int(repeats[found.group(1)])
    for name in ('first_start', 'start_with_cache'):
        yield name, f'{folder}/{name}', 1


def measured(folder, compile_commands):
    figures, functions = {}, {}
    for name, dump, repeats in dumps_of(folder):
        costs = self_costs(dump)
        figures[name] = round(sum(costs.values()) / repeats)
        functions[name] = {function: round(cost / repeats) for function, cost in costs.items()}
    sections = dict(re.findall(r'^(\.\w+)\s+(\d+)', open(f'{folder}/size').read(), re.M))
    figures['bytes_of_command'] = sum(int(sections.get(name, 0)) for name in ('.text', '.rodata', '.data'))
    units = [entry['file'] for entry in json.load(open(compile_commands))]
    figures['translation_units'] = sum('/benchmarks/' not in unit for unit in units)
    return figures, functions


def read(path):
    figures, functions, name = {}, {}, None
    for line in open(path) if os.path.exists(path) else ():
        if line.startswith('#') or not line.strip():
            continue
        first, second = line.rstrip('\n').strip().split(None, 1)
        if line.startswith(' '):
            functions[name][second] = int(first)
        else:
            name, figures[first], functions[first] = first, int(second), {}
    return figures, functions


def write(path, figures, functions):
    with open(path, 'w') as file:
        file.write('# The figures of the release build. scripts/count_instructions compares and writes them.\n')
        for name, figure in figures.items():
            file.write(f'\n{name} {figure}\n')
            costs = sorted(functions.get(name, {}).items(), key=lambda entry: (-entry[1], entry[0]))
            file.writelines(f'  {cost} {function}\n' for function, cost in costs if cost >= RECORDED * figure)


def print_growth(now, before, least):
    """Prints the functions that grew most. A function that is not recorded took less than `least`."""
    growth = {function: cost - before.get(function, least) for function, cost in now.items()}
    for function, more in sorted(growth.items(), key=lambda entry: -entry[1])[:SHOWN]:
        if more > 0:
            print(f'    {more:+10,}  {function} ({before.get(function, 0):,} recorded)')


def compare(figures, functions, path):
    recorded, recorded_functions = read(path)
    grown = []
    for name, figure in figures.items():
        before = recorded.get(name)
        change = f'{100 * (figure / before - 1):+.1f} %' if before else 'not recorded'
        print(f'{name:24} {figure:>13,}  {change}')
        if before is None or figure > MARGIN * before:
            grown.append(name)
            print_growth(functions.get(name, {}), recorded_functions.get(name, {}), round(RECORDED * (before or 0)))
        elif figure * MARGIN < before:
            print('    lower than recorded: record it with --update')
    return grown


def reasons_missing(path):
    """Commits that raise a figure without a line "Figures: ..." that says why, among the last commits that changed the file."""
    def git(*arguments):
        return subprocess.run(['git', *arguments], capture_output=True, text=True).stdout

    def figures_at(commit):
        return dict(re.findall(r'^(\w+) (\d+)$', git('show', f'{commit}:{path}'), re.M))

    for commit in git('log', '--max-count=5', '--format=%H', '--', path).split():
        before, after = figures_at(commit + '^'), figures_at(commit)
        raised = [name for name in after if name in before and int(after[name]) > int(before[name])]
        if raised and not re.search(r'^Figures: \S', git('log', '-1', '--format=%B', commit), re.M):
            yield git('log', '-1', '--format=%h %s', commit).strip(), raised


def main():
    folder, compile_commands, path = sys.argv[1:4]
    figures, functions = measured(folder, compile_commands)
    if '--update' in sys.argv:
        write(path, figures, functions)
        print(f'wrote {path}; if a figure rose, say why in a line "Figures: ..." of the commit')
        return 0
    grown = compare(figures, functions, path)
    if grown:
        print(f'{len(grown)} figures are more than 3 % above {path}: {", ".join(grown)}.\n'
              'Make the work cheaper, or record the figures with --update and say why in the commit.')
    unexplained = list(reasons_missing(path))
    for commit, raised in unexplained:
        print(f'{commit}: raises {", ".join(raised)} without a line "Figures: ..." that says why')
    return 1 if grown or unexplained else 0


if __name__ == '__main__':
    sys.exit(main())
