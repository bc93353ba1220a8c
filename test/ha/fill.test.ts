/** The templates of `deploy/ha` and `deploy/backup`, filled as an operator fills them. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { parse } from 'yaml'

const DEPLOY = path.resolve(import.meta.dirname, '../../deploy')
const FILL = path.join(DEPLOY, 'ha/fill')
const templates = [
  'ha/patroni.yml',
  'ha/etcd.env',
  'ha/haproxy-database.cfg',
  'ha/haproxy-edge.cfg',
  'ha/keepalived.conf',
  'backup/pgbackrest.conf',
  'backup/repository-s3.conf',
]
const examples = ['ha/values.example', 'backup/values.example'].map((file) => path.join(DEPLOY, file))

describe('the templates', () => {
  let folder: string
  const file = (name: string, text: string): string => {
    writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }
  before(() => (folder = mkdtempSync(path.join(tmpdir(), 'kaika-fill-'))))
  after(() => rmSync(folder, { recursive: true }))

  test('have an example of every value, except those of one machine', () => {
    const machine = file('machine', 'NODE=db2\nADDRESS=192.0.2.12\n')
    for (const template of templates) {
      const filled = execFileSync(FILL, [path.join(DEPLOY, template), ...examples, machine], { encoding: 'utf8' })
      assert.doesNotMatch(filled, /@[A-Z0-9_]+@/, template)
      assert.equal(filled.split('\n').length, readFileSync(path.join(DEPLOY, template), 'utf8').split('\n').length)
    }
  })

  test('use every value that has an example', () => {
    const text = templates.map((template) => readFileSync(path.join(DEPLOY, template), 'utf8')).join('')
    const names = examples.flatMap((example) =>
      [...readFileSync(example, 'utf8').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name!),
    )
    // Of the edges, keepalived knows only the address that it moves.
    const unused = names.filter((name) => !text.includes(`@${name}@`) && !/^EDGE\d$/.test(name))
    assert.deepEqual(unused, [])
  })

  test('say which value is missing, and write nothing', () => {
    const template = file('template', 'a: @ONE@\nb: @TWO@\n')
    const ran = spawnSync(FILL, [template, file('values', 'ONE=1\n')], { encoding: 'utf8' })
    assert.deepEqual([ran.status, ran.stdout], [1, ''])
    assert.match(ran.stderr, /template:2: no value for TWO/)
  })

  test('take the last value of a name, as it is written, also from beside an empty file', () => {
    const template = file('template', 'a: @ONE@@TWO@ @ONE@ a@b.example\n')
    const values = [
      file('values', '# ONE=0\nONE=1\nTWO=x=y & \\1 "z"\n'),
      file('empty', ''),
      file('more', 'ONE=@TWO@\n'),
    ]
    const filled = execFileSync(FILL, [template, ...values], { encoding: 'utf8' })
    assert.equal(filled, 'a: @TWO@x=y & \\1 "z" @TWO@ a@b.example\n')
  })

  test('give a cluster in which only a node that has every acknowledged commit leads', () => {
    const machine = file('machine', 'NODE=db2\nADDRESS=192.0.2.12\n')
    const filled = parse(
      execFileSync(FILL, [path.join(DEPLOY, 'ha/patroni.yml'), ...examples, machine], { encoding: 'utf8' }),
    ) as { bootstrap: { dcs: Record<'ttl' | 'loop_wait' | 'retry_timeout', number> & Record<string, unknown> } }
    const { dcs } = filled.bootstrap
    assert.deepEqual([dcs.synchronous_mode, dcs.check_timeline, dcs.failsafe_mode], [true, true, true])
    assert.ok(dcs.loop_wait + 2 * dcs.retry_timeout <= dcs.ttl, 'Patroni’s rule for its times')
  })

  test('have alerts with runbooks that are there', () => {
    const { groups } = parse(readFileSync(path.join(DEPLOY, 'ha/alerts.yml'), 'utf8')) as {
      groups: { rules: { alert: string; annotations: { runbook: string } }[] }[]
    }
    for (const { alert, annotations } of groups.flatMap(({ rules }) => rules)) {
      const [page, heading] = annotations.runbook.split('#') as [string, string]
      const text = readFileSync(path.join(DEPLOY, '..', page), 'utf8')
      const anchors = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title!.toLowerCase().replaceAll(' ', '-'))
      assert.ok(anchors.includes(heading), `${alert}: ${annotations.runbook}`)
    }
  })
})
