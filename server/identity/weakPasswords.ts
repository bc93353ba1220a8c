/** What a new password must not be: one that is tried first, by anybody or by somebody who knows whose it is. */
import { checks } from '#contract/core/checks.ts'
import type { Lang } from '#contract/core/fields.ts'
import { refuse } from '#contract/core/refusals.ts'
import { db } from '../core/db.ts'
import { unsealMobile } from './mobiles.ts'
import { loginById, type LoginRow } from './queries.ts'

/** What somebody who attacks this login knows of it. */
export type KnownOfOwner = { mobile?: string; loginName?: string | null | undefined; nickname?: string | undefined }

export const knownOf = (login: LoginRow): KnownOfOwner => ({
  mobile: unsealMobile(login.login_id, login.mobile_enc),
  loginName: login.login_name,
  nickname: login.nickname,
})

/** For a login that exists. */
export const refuseWeakPasswordOf = async (loginId: string, password: string, from: { lang: Lang }): Promise<void> =>
  refuseWeakPassword(password, from, knownOf(await loginById(db, loginId)))

const PRODUCT = ['kaika', '开卡']

/** Common where our customers are, and missing in lists that were leaked elsewhere. */
const regional = `5201314a a5201314 woaini123 woaini520 woaini521 woaini1314 1314520 wang1234 wang123456 li123456 zhang123 zhang123456
  chen123456 liu123456 china123 china1234 china2008 beijing2008 shanghai1 shanghai123 admin888 admin1234 admin12345 admin@123 root1234
  root123456 user1234 guest1234 test12345 test123456 a123456! aa112233 aa12345678 aa@123456 aaa11111 abc@1234 abc@123456 qwe12345 pass@123
  pass@1234 pass12345 mypassword1 66666666a 88888888a 741852963a 159357aa aptx4869 woaiwojia woshishui 我爱你1314 我爱你520520`
const seasons = ['spring', 'summer', 'autumn', 'winter']

let loading: Promise<ReadonlySet<string>> | undefined

/** 50,000 passwords, read when the first one is chosen: a server that nobody signs up at does not hold them. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...regional.split(/\s+/)]),
  ))

/** Refuse what is on the list, what anybody would guess, and what is little more than a name. */
export async function refuseWeakPassword(
  password: string,
  { lang }: { lang: Lang },
  owner: KnownOfOwner = {},
): Promise<void> {
  const why = (await isCommon(password))
    ? 'password_known'
    : (await isOfNames(password, owner))
      ? 'password_personal'
      : undefined
  if (why) throw refuse('invalid', { field: 'password', msg: checks[why][lang] })
}

async function isCommon(password: string): Promise<boolean> {
  const known = await commonPasswords()
  const typed = spelt(password)
  const bare = typed.replace(/[\s\p{P}\p{S}]+$/u, '')
  return (
    known.has(typed) ||
    known.has(bare) ||
    known.has(withoutDisguise(typed)) ||
    known.has(withoutDisguise(bare)) ||
    seasons.some((season) => new RegExp(`^${season}20\\d\\d$`).test(bare)) ||
    /^(.{1,4})\1+$/u.test(typed) ||
    isRun(typed)
  )
}

/** A name with less than four characters, or with digits alone, or with a common password beside it. */
async function isOfNames(password: string, { mobile = '', loginName, nickname }: KnownOfOwner): Promise<boolean> {
  const known = await commonPasswords()
  const typed = lettersOf(password)
  const number = mobile.replace(/\D/g, '')
  if (typed.length >= 6 && number.includes(typed)) return true
  const names = [number, number.replace(/^86/, ''), loginName ?? '', nickname ?? ''].map(lettersOf)
  return [...PRODUCT, ...names.filter((name) => name.length >= 4)].some((name) => {
    if (!typed.includes(name)) return false
    const rest = typed.replaceAll(name, '')
    return rest.length < 4 || /^\d*$/.test(rest) || (rest.length >= 8 && known.has(rest))
  })
}

const spelt = (password: string): string => password.normalize('NFKC').toLowerCase()
const lettersOf = (text: string): string => spelt(text).replace(/[^\p{L}\p{N}]/gu, '')

const disguises: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}
const withoutDisguise = (typed: string): string => typed.replace(/[@43!10$5]/g, (sign) => disguises[sign]!)

/** `12345678`, `hgfedcba`: each the neighbour of the one before. */
function isRun(typed: string): boolean {
  const steps = [...typed].map((sign, i, all) => sign.codePointAt(0)! - (all[i - 1]?.codePointAt(0) ?? 0)).slice(1)
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}
