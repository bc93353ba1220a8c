import type { Lang } from '#contract/core/fields.ts'

/** Finds browser and device in a user agent. The first match wins: Edge also says Chrome, and Chrome also says Safari. */
const browsers: [RegExp, string][] = [
  [/MicroMessenger/, 'WeChat'],
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const machines: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
const named = (list: [RegExp, string][], agent: string): string =>
  list.find(([pattern]) => pattern.test(agent))?.[1] ?? agent.split(/[ /]/, 1)[0]!

export const browserOf = (agent: string): string => named(browsers, agent)
export const deviceOf = (agent: string): string => named(machines, agent)

/** Only what can be told without an IP database. */
export const areaOf = (ip: string, lang: Lang): string =>
  /^(::ffff:)?(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/.test(ip)
    ? { cn: '内网', en: 'Local network' }[lang]
    : ''
