/** Small wrong changes of a source text, one at a time: what a test of that source has to notice. */
import { createHash } from 'node:crypto'
import { parseSync } from 'vite'

export type Mutant = {
  file: string
  /** From 1. */
  line: number
  /** The text that is changed and the text that replaces it. */
  from: string
  to: string
  start: number
  end: number
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const COMPARED: Record<string, readonly string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '&&': ['||'],
  '||': ['&&'],
}
const CALLED: Record<string, string> = {
  'Math.min': 'Math.max',
  'Math.max': 'Math.min',
  'Math.floor': 'Math.ceil',
  'Math.ceil': 'Math.floor',
  debit: 'credit',
  credit: 'debit',
}
const WORDS: Record<string, string> = { floor: 'ceil', ceil: 'floor', 'half-up': 'floor', void: 'keep', keep: 'void' }
const IS_SQL = /\b(SELECT|UPDATE|INSERT|DELETE|FROM|WHERE|SET|AND|CASE|THEN)\b/
const IN_SQL: readonly [RegExp, string][] = [
  [/(?<![<>=!])<=(?!>)/g, '<'],
  [/(?<![<>=!])>=/g, '>'],
  [/\bAND\b/g, 'OR'],
  [/(?<= )\+(?= )/g, '-'],
  [/(?<= )-(?= )/g, '+'],
]

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** A statement that only says something to somebody else, not to the books or the caller. */
const LOGS = /^(await )?(log|console)\b/

/** Every mutant of a file, in the order of the text. Types, imports, log lines, errors' words and screen texts are left alone. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length) throw new Error(`${file} does not parse`)
  const found: Mutant[] = []
  const text = (node: Node): string => source.slice(node.start, node.end)
  const add = ({ start, end }: { start: number; end: number }, to: string): void => {
    const from = source.slice(start, end)
    if (from !== to) found.push({ file, line: source.slice(0, start).split('\n').length, from, to, start, end })
  }

  function between(left: Node, right: Node, operator: string, to: string): void {
    const at = source.indexOf(operator, left.end)
    if (at >= 0 && at < right.start) add({ start: at, end: at + operator.length }, to)
  }

  const visit: Record<string, (node: Node) => void> = {
    BinaryExpression(node) {
      const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string }
      const joinsText = [left, right].some(({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string')
      if (operator === '+' && joinsText) return
      for (const to of COMPARED[operator] ?? []) between(left, right, operator, to)
    },
    LogicalExpression(node) {
      visit.BinaryExpression!(node)
    },
    IfStatement({ test }) {
      add(test as Node, 'true')
      add(test as Node, 'false')
    },
    ConditionalExpression({ test }) {
      add(test as Node, 'true')
      add(test as Node, 'false')
    },
    UnaryExpression(node) {
      if (node['operator'] === '!') add(node, text(node['argument'] as Node))
      if (node['operator'] === '-') add(node, text(node['argument'] as Node))
    },
    CallExpression({ callee }) {
      const to = CALLED[text(callee as Node)]
      if (to) add(callee as Node, to)
    },
    Literal(node) {
      const { value } = node
      if (typeof value === 'number') add(node, String(value + 1))
      if (typeof value === 'boolean') add(node, String(!value))
      if (typeof value === 'string' && WORDS[value]) add(node, `'${WORDS[value]}'`)
    },
    ExpressionStatement({ expression, start, end }) {
      const { type } = expression as Node
      if (type === 'AwaitExpression' || type === 'CallExpression') add({ start, end }, ';')
    },
    TemplateElement({ start, end }) {
      if (!IS_SQL.test(source.slice(start, end))) return
      for (const [pattern, to] of IN_SQL)
        for (const { index, 0: from } of source.slice(start, end).matchAll(pattern))
          add({ start: start + index, end: start + index + from.length }, to)
    },
  }

  const isOnlyText = (node: Node): boolean =>
    (node.type === 'ExpressionStatement' && LOGS.test(text(node))) ||
    (node.type === 'NewExpression' && text(node['callee'] as Node) === 'Error') ||
    (node.type === 'Property' && ['cn', 'en', 'remark'].includes(text(node['key'] as Node)))

  function walk(node: Node): void {
    if (/^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|^Import|^ExportAll/.test(node.type)) return
    if (isOnlyText(node)) return
    visit[node.type]?.(node)
    for (const [key, value] of Object.entries(node)) {
      if (key === 'typeAnnotation' || key === 'typeArguments' || key === 'key') continue
      if (Array.isArray(value)) value.filter(isNode).forEach(walk)
      else if (isNode(value)) walk(value)
    }
  }
  walk(program as unknown as Node)
  return found.sort((a, b) => a.start - b.start)
}

export type Named = Mutant & { name: string; hash: string }

/** A mutant is named by a hash of what it changes, which stays when lines above move. */
export function nameMutants(source: string, mutants: readonly Mutant[]): Named[] {
  const lines = source.split('\n')
  return mutants.map((mutant) => {
    const { file, line, start, from, to } = mutant
    const column = start - source.lastIndexOf('\n', start - 1)
    const what = `${lines[line - 2] ?? ''}\n${lines[line - 1]}\n${column} ${from} ${to}`
    const hash = createHash('sha256').update(what).digest('hex').slice(0, 8)
    return { ...mutant, hash, name: `${file} ${hash}` }
  })
}
