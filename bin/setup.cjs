/* Runs on any Node version that the machine has, hence the old JavaScript. */
'use strict'
const { spawnSync } = require('node:child_process')
const { existsSync, lstatSync, readFileSync, writeFileSync } = require('node:fs')
const { createHash } = require('node:crypto')

const STAMP = 'node_modules/.kaika-installed'
const wanted = createHash('sha256')
  .update(readFileSync('package-lock.json'))
  .update(process.platform + process.arch)
  .digest('hex')
const installed = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : ''

if (installed !== wanted && !installedByHand()) {
  // npm empties the folder first, and behind a link that is the folder of another checkout.
  if (isLink('node_modules')) {
    console.error(
      'node_modules is a link, and installing would empty the folder behind it: run npm ci there, or remove the link. Nothing was done.',
    )
    process.exit(1)
  }
  console.log('Installing what package-lock.json says (npm ci) …')
  const started = Date.now()
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error('npm ci failed: the message above says why. Nothing else was done.')
    process.exit(1)
  }
  console.log('Installed in ' + Math.round((Date.now() - started) / 1000) + ' s.')
}
if (installed !== wanted) writeFileSync(STAMP, wanted)

/** Whether npm's own record of the installed packages matches the lock file (apart from optional packages for other platforms). */
function installedByHand() {
  const record = 'node_modules/.package-lock.json'
  if (!existsSync(record)) return false
  const here = JSON.parse(readFileSync(record, 'utf8')).packages
  const { '': _root, ...locked } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  const same = (name) =>
    here[name] && here[name].version === locked[name].version && here[name].integrity === locked[name].integrity
  return (
    Object.keys(locked).every((name) => same(name) || (locked[name].optional && !here[name])) &&
    Object.keys(here).every((name) => name in locked)
  )
}

function isLink(name) {
  try {
    return lstatSync(name).isSymbolicLink()
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}
