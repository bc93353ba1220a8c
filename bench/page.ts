import { shown, verdictOf, type Told } from './figures.ts'

/** A benchmark's answer as it stands in `results/`. */
export const page = (
  question: string,
  { figures, notes = [] }: Told,
  machine: readonly (readonly [string, string])[],
): string =>
  [
    `# ${question}`,
    '',
    ...table(
      ['', '--:', ''],
      ['', 'measured', 'to reach'],
      figures.map((figure) => [figure.what, `${shown(figure.value)} ${figure.unit}`.trim(), verdictOf(figure)]),
    ),
    '',
    ...notes.flatMap((note) => [note, '']),
    ...table(['', ''], ['on', ''], machine),
    '',
  ].join('\n')

const table = (aligned: readonly string[], head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, aligned.map((how) => how || '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
