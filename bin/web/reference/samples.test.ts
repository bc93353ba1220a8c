import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { refusals } from '#contract/core/refusals.ts'
import { composition } from '#server/modules.ts'
import { leaves } from '#web/phrases.ts'
import { guideBlocks } from '#web/reference/guides/guides.ts'
import { formText, snippet, type Language } from '#web/reference/snippets.ts'
import * as guidesCn from '#web/reference/guides/text.cn.ts'
import * as guidesEn from '#web/reference/guides/text.en.ts'
import * as cn from '#web/reference/text.cn.ts'
import * as en from '#web/reference/text.en.ts'
import { byHeading, contractRows } from './rows.ts'
import { describe } from './write.ts'

const rows = await contractRows()
const described = rows.map((named) => ({ ...named, call: describe(named) }))
const given = { origin: 'https://kaika.example', token: 'ka_token', lang: 'en' } as const

test('the reference has the calls that the server answers, each under one heading', () => {
  const answered = composition.calls.flatMap(({ contract }) => contract.map(([, row]) => row.on))
  const shown = byHeading(rows).flatMap((group) => group.rows.map(({ row }) => row.on))
  assert.deepEqual(shown.toSorted(), answered.toSorted())
})

test('every sample request is valid by the contract', () => {
  for (const { name, row, call } of described) {
    const sent = Object.entries(call.input).map(([field, value]) => [
      field,
      row.body === 'json' ? value : value === 'file' ? new Blob(['x']) : formText(value),
    ])
    const checked = row.input.safeParse(Object.fromEntries(sent))
    assert.deepEqual(checked.error?.issues ?? [], [], `${name}: name what it needs in sampleInputs.ts`)
  }
})

test('every sample answer is valid by the contract', () => {
  for (const { name, row, call } of described) {
    if (call.answers !== 'json') continue
    assert.deepEqual(row.output.safeParse(call.answer).error?.issues ?? [], [], name)
  }
})

const snippetsIn = (language: Language): [name: string, code: string][] =>
  described.map(({ name, call }) => [name, snippet(language, call, given)])

test('every sample in JavaScript is a program', () => {
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  for (const [name, code] of snippetsIn('js'))
    assert.doesNotThrow(() => new AsyncFunction(code.replace(/^import .*$/gm, '')), `${name}: ${code}`)
})

test('every sample in Python is a program', (t) => {
  const check = 'import ast, json, sys\nfor name, code in json.load(sys.stdin): ast.parse(code, name)'
  const run = spawnSync('python3', ['-c', check], { input: JSON.stringify(snippetsIn('python')) })
  if (run.error) return t.diagnostic('there is no Python here')
  assert.equal(run.status, 0, String(run.stderr))
})

test('every sample for curl is a command', () => {
  const script = snippetsIn('curl')
    .map(([, code]) => code)
    .join('\n')
  const run = spawnSync('sh', ['-n'], { input: script })
  assert.equal(run.status, 0, String(run.stderr))
})

test('every refusal says what to do, in both languages', () => {
  for (const { todos } of [cn, en])
    for (const [name, { code }] of Object.entries(refusals))
      assert.ok(
        name in todos || `c${code}` in todos,
        `${name}: say in web/reference/text.*.ts what to do about ${code}`,
      )
})

test('guides name calls and texts that there are', () => {
  const names = new Set(rows.map(({ name }) => name))
  for (const words of [
    { ...cn, ...guidesCn },
    { ...en, ...guidesEn },
  ]) {
    const texts = new Map(leaves(words))
    for (const [id, blocks] of Object.entries(guideBlocks))
      for (const block of blocks) {
        if ('call' in block) assert.ok(names.has(block.call), block.call)
        const text = 'text' in block ? block.text : 'heading' in block ? block.heading : undefined
        if (text) assert.ok(texts.has(`guides.${id}.${text}`), `guides.${id}.${text}`)
      }
    for (const [key, text] of texts)
      for (const [, address] of text.matchAll(/\]\((#[^)]+)\)/g)) {
        const [, kind, name] = address!.split('/')
        const known = kind === 'calls' ? names.has(name!) : kind === 'guides' ? name! in guideBlocks : kind === 'errors'
        assert.ok(known, `${key} leads to ${address}`)
      }
  }
})
