/** Enforces the rules of web/README.md for styles: one scale, one palette, layers, and sheets that belong to one noun. Every message says how to fix the finding. */
import { test } from 'node:test'
import { code, none, type SourceFile } from './sourceTree.ts'

const sheets = code.filter(
  ({ path }) => path.startsWith('web/') && path.endsWith('.css') && !path.startsWith('web/public/'),
)
const TOKENS = 'web/ui/tokens.css'

/** Each declaration of a sheet, with its line. */
const declarations = ({ path, lines }: SourceFile): { where: string; property: string; value: string }[] =>
  lines.flatMap((line, at) => {
    const found = /^\s+([a-z0-9-]+):\s*(.*?);?$/.exec(line)
    return found ? [{ where: `${path}:${at + 1}`, property: found[1]!, value: found[2]! }] : []
  })

const inPixels = (value: string): number[] =>
  [...value.matchAll(/(?<![\d.])(\d*\.?\d+)px/g)].map(([, px]) => Number(px))

/** What may be in pixels: hairlines in padding and margin, pills as a radius, sizes that follow their container. */
const scales: readonly { of: RegExp; scale: string; allows: (px: number) => boolean }[] = [
  { of: /^(row-|column-)?gap$/, scale: '--gap-1 to --gap-6', allows: (px) => px <= 1 },
  { of: /^(padding|margin)(-[a-z-]+)?$/, scale: '--gap-1 to --gap-6', allows: (px) => px <= 3 || px > 42 },
  { of: /^font(-size)?$/, scale: '--text-1 to --text-6', allows: (px) => px >= 80 },
  { of: /^border(-[a-z]+)*-radius$/, scale: '--radius-s, --radius or --radius-l', allows: (px) => px === 999 },
]

test('gaps, sizes of text and radii are steps of one scale', () => {
  const found = sheets
    .filter(({ path }) => path !== TOKENS)
    .flatMap(declarations)
    .flatMap(({ where, property, value }) => {
      if (value.includes('clamp(') || value.includes('min(') || value.includes('calc(')) return []
      const rule = scales.find(({ of }) => of.test(property))
      const off = rule && inPixels(value).find((px) => !rule.allows(px))
      return off === undefined ? [] : [`${where} ${property}: ${value}: take a step of ${rule!.scale}`]
    })
  none(found)
})

test('every colour is a token', () => {
  const colour = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/i
  none(
    sheets
      .filter(({ path }) => path !== TOKENS)
      .flatMap(declarations)
      .filter(({ value }) => colour.test(value))
      .map(({ where, value }) => `${where} ${value}: name it in ${TOKENS}, for both themes`),
  )
})

/** Set by React Aria on its popovers. */
const fromOutside = ['--trigger-width']

test('every token that is used exists, and every token is used', () => {
  const declared = new Set(
    sheets.flatMap(declarations).flatMap(({ property }) => (property.startsWith('--') ? [property] : [])),
  )
  const scripts = code.filter(({ path }) => path.startsWith('web/') && /\.tsx?$/.test(path))
  for (const { text } of scripts) for (const [token] of text.matchAll(/--[a-z][a-z0-9-]*/g)) declared.add(token)
  const used = new Set(
    [...sheets, ...scripts].flatMap(({ text }) =>
      [...text.matchAll(/var\((--[a-z0-9-]+)/g)].map(([, token]) => token!),
    ),
  )
  const ofTokens = sheets.find(({ path }) => path === TOKENS)!
  none([
    ...[...used]
      .filter((token) => !declared.has(token) && !fromOutside.includes(token))
      .map((token) => `${token}: no sheet declares it`),
    ...declarations(ofTokens)
      .map(({ property }) => property)
      .filter((property) => property.startsWith('--') && !used.has(property))
      .map((property) => `${property} in ${TOKENS}: nothing uses it, take it out`),
  ])
})

test('widgets are in their layer, so pages win whatever chunk arrives last', () => {
  const layer = (path: string) =>
    path.startsWith('web/ui/') ? 'ui' : path.startsWith('web/parts/') ? 'parts' : undefined
  none(
    sheets.flatMap(({ path, text }) => {
      if (path === TOKENS) return []
      const own = path === 'web/ui/base.css' ? 'reset' : layer(path)
      const is = /^(?:\/\*[^]*?\*\/\s*)?@layer (\w+) \{/.exec(text)?.[1]
      return is === own ? [] : [own ? `${path}: put it into @layer ${own}` : `${path}: pages are in no layer`]
    }),
  )
})

/** The noun of a page, or the room of a widget: whose sheets a file may import. */
const room = (path: string): string =>
  /^web\/(account|operator)\/[a-zA-Z]+\/|^web\/[a-zA-Z]+\//.exec(path)?.[0] ?? 'web/'

test('a sheet belongs to one noun', () => {
  const borrowed = code.flatMap(({ path, imports }) =>
    imports
      .filter((file) => file.endsWith('.module.css') && room(file) !== room(path))
      // What the desk's pages share is in its parts.
      .filter((file) => !(room(file) === 'web/operator/parts/' && path.startsWith('web/operator/')))
      .map((file) => `${path}: ${file} is another noun's; share a component instead of a sheet`),
  )
  none(borrowed)
})

test('every class is used', () => {
  const importers = (sheet: string) => code.filter(({ imports }) => imports.includes(sheet))
  none(
    sheets
      .filter(({ path }) => path.endsWith('.module.css'))
      .flatMap(({ path, text }) => {
        const classes = new Set([...text.matchAll(/\.([a-zA-Z][\w-]*)(?=[^;{}]*\{)/g)].map(([, name]) => name!))
        const by = importers(path)
        if (by.length === 0) return [`${path}: nobody imports it`]
        const names = by
          .map(({ text: script }) => script.matchAll(/import (\w+) from '[^']*\.module\.css'/g))
          .flatMap((all) => [...all].map(([, name]) => name!))
        const scripts = by.map(({ text: script }) => script).join('\n')
        // A class chosen by a value, `css[tone]`, may be any.
        if (names.some((name) => new RegExp(`\\b${name}\\[`).test(scripts))) return []
        return [...classes]
          .filter(
            (name) =>
              !names.some((sheet) => new RegExp(`\\b${sheet}\\.${name}\\b`).test(scripts)) &&
              !text.includes(`:global(.${name})`),
          )
          .map((name) => `${path}: nothing has the class ${name}, take it out`)
      }),
  )
})
