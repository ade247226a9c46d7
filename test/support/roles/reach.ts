import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Node, parseSync } from 'oxc-parser';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** A string of the code that a process can reach, and the declaration in which it stands. */
export interface ReachedText {
  readonly place: string;
  readonly text: string;
}

interface Module {
  readonly source: string;
  /** Top-level declarations by name. */
  readonly declared: ReadonlyMap<string, Node>;
  /** What else runs when the module is loaded. */
  readonly loose: readonly Node[];
  /** Imported and re-exported names: the file that has them, and their name there. */
  readonly imported: ReadonlyMap<string, readonly [file: string, name: string]>;
}

const ALL = '*';
const modules = new Map<string, Module>();

/**
 * All strings and templates of the declarations that a program can reach: from its file, through every name that a reached
 * declaration mentions. It counts more than what runs, and never less.
 */
export function reachedTexts(program: string): ReachedText[] {
  const found: ReachedText[] = [];
  const seen = new Set<string>();
  const waiting: (readonly [file: string, name: string])[] = [[join(ROOT, program), ALL]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [file, name] = next;
    if (seen.has(`${file} ${name}`)) continue;
    seen.add(`${file} ${name}`);
    const module = readModule(file);
    const follow = (mentioned: string) => {
      if (module.declared.has(mentioned)) waiting.push([file, mentioned]);
      const from = module.imported.get(mentioned);
      if (from !== undefined) waiting.push(from);
    };
    if (!seen.has(file)) {
      seen.add(file);
      for (const [imported] of module.imported.values())
        if (!seen.has(imported)) waiting.push([imported, '']);
      for (const node of module.loose)
        collect(node, module, follow, (text) => found.push({ place: placeOf(file, ''), text }));
    }
    const names = name === ALL ? [...module.declared.keys(), ...module.imported.keys()] : [name];
    for (const each of names) {
      const node = module.declared.get(each);
      if (node === undefined || name === ALL) follow(each);
      else collect(node, module, follow, (text) => found.push({ place: placeOf(file, each), text }));
    }
  }
  return found;
}

function placeOf(file: string, name: string): string {
  return `${relative(ROOT, file)}${name === '' ? '' : ` (${name})`}`;
}

function collect(
  node: unknown,
  module: Module,
  mention: (name: string) => void,
  add: (text: string) => void,
): void {
  if (Array.isArray(node)) for (const each of node) collect(each, module, mention, add);
  if (!isNode(node) || node.type === 'TSTypeAnnotation' || node.type === 'TSTypeParameterInstantiation')
    return;
  if (node.type === 'Identifier') mention(node.name);
  if (node.type === 'Literal' && typeof node.value === 'string') add(node.value);
  if (node.type === 'TemplateLiteral') add(module.source.slice(node.start, node.end));
  for (const child of Object.values(node))
    if (typeof child === 'object') collect(child, module, mention, add);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function readModule(file: string): Module {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const source = readFileSync(file, 'utf8');
  const declared = new Map<string, Node>();
  const imported = new Map<string, readonly [string, string]>();
  const loose: Node[] = [];
  const read = (node: Node): void => {
    if (node.type === 'ImportDeclaration' && node.importKind !== 'type') {
      const from = resolve(file, node.source.value);
      if (from === null) return;
      if (node.specifiers.length === 0) imported.set(`import ${from}`, [from, ALL]);
      for (const each of node.specifiers) {
        const name = each.type === 'ImportSpecifier' ? nameOf(each.imported) : ALL;
        imported.set(each.local.name, [from, name]);
      }
    } else if (node.type === 'ExportNamedDeclaration' && node.source !== null) {
      const from = resolve(file, node.source.value);
      if (from !== null)
        for (const each of node.specifiers) imported.set(nameOf(each.exported), [from, nameOf(each.local)]);
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration !== null) read(node.declaration);
    else if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id !== null)
      declared.set(node.id.name, node);
    else if (node.type === 'VariableDeclaration')
      for (const each of node.declarations) for (const name of boundNames(each.id)) declared.set(name, each);
    else if (!node.type.startsWith('TS')) loose.push(node);
  };
  for (const node of parseSync(file, source).program.body) read(node);
  const module = { source, declared, imported, loose };
  modules.set(file, module);
  return module;
}

function resolve(file: string, specifier: string): string | null {
  const path = join(dirname(file), specifier);
  return specifier.startsWith('.') && path.endsWith('.ts') && existsSync(path) ? path : null;
}

function nameOf(node: Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : '';
}

/** The names that a declaration binds, also as a pattern. */
function boundNames(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'ArrayPattern')
    return pattern.elements.flatMap((each) => (each === null ? [] : boundNames(each)));
  if (pattern.type === 'AssignmentPattern') return boundNames(pattern.left);
  if (pattern.type !== 'ObjectPattern') return [];
  return pattern.properties.flatMap((each) =>
    boundNames(each.type === 'Property' ? each.value : each.argument),
  );
}
