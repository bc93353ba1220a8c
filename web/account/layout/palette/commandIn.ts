/**
 * What a typed sentence asks for: `freeze 8623`, `load 5858 50`, `open 20 US Visa for Black Friday, $50 each, give to 陈雨桐`, in either language. Pure: what is found
 * leads to a form or a dialog, which has the button.
 */
import { parse, type Cents } from '#contract/core/money.ts'

export const cardVerbs = ['freeze', 'unfreeze', 'load', 'withdraw', 'reveal', 'delete'] as const
export type CardVerb = (typeof cardVerbs)[number]

export type CardCommand = { verb: CardVerb; lastFour: string; cents: Cents | undefined }
export type OpenCommand = {
  verb: 'open'
  count: number
  network: 'VISA' | 'MASTERCARD' | undefined
  country: string | undefined
  /** On each card. */
  cents: Cents | undefined
  /** What the cards are for: a group of that name, or the remark. */
  purpose: string | undefined
  /** Who they are for. */
  to: string | undefined
  /** Words that mean nothing here. */
  unknown: readonly string[]
}
export type Command = CardCommand | OpenCommand

/** The longest first: `unfreeze` before `freeze`, 查看卡号 before 查看. */
const verbWords: readonly (readonly [CardVerb, RegExp])[] = [
  ['unfreeze', /^(?:unfreeze|unlock|resume|解冻)/i],
  ['freeze', /^(?:freeze|lock|pause|冻结)/i],
  ['load', /^(?:load|充值|充)/i],
  ['withdraw', /^(?:withdraw|提现|转出)/i],
  ['reveal', /^(?:reveal|show number|查看卡号|看卡号|查看)/i],
  ['delete', /^(?:delete|删除|注销)/i],
]
/** Between the verb and the card. */
const BEFORE_CARD = /^(?:\s|the|card|ending|in|of|number|尾号|卡片|卡号|卡|为|[·.*…])*/i

export function commandIn(typed: string): Command | undefined {
  const text = typed.trim()
  return cardCommandIn(text) ?? openCommandIn(text)
}

function cardCommandIn(text: string): CardCommand | undefined {
  for (const [verb, word] of verbWords) {
    const found = word.exec(text)
    if (!found) continue
    const rest = text.slice(found[0].length)
    // `freezer 12` is not `freeze`.
    if (/^[a-z]/i.test(rest)) continue
    const moves = verb === 'load' || verb === 'withdraw'
    const [, first] = moves ? (/^\s*(?:\$\s*([\d.,]+)\s*(?:on ?to|to|from|到|至)\s*)/i.exec(rest) ?? []) : []
    const after =
      first === undefined
        ? rest
        : rest.slice(rest.indexOf(first) + first.length).replace(/^\s*(?:on ?to|to|from|到|至)/i, '')
    const card = /^(\d{1,4})(?!\d)(.*)$/.exec(after.replace(BEFORE_CARD, ''))
    if (!card) return undefined
    const amount = first ?? /^\D*?([\d.,]+)\D*$/.exec(card[2]!)?.[1]
    if (!moves && card[2]!.trim() !== '') return undefined
    return { verb, lastFour: card[1]!, cents: moves && amount !== undefined ? parse(amount) : undefined }
  }
  return undefined
}

const countries: readonly (readonly [string, RegExp])[] = [
  ['US', /(?<![A-Za-z])(?:USA|U\.S\.|US|United States|American)(?![A-Za-z])|美国/],
  ['HK', /(?<![A-Za-z])(?:HK|Hong Kong)(?![A-Za-z])|香港/],
  ['GB', /(?<![A-Za-z])(?:UK|GB|United Kingdom|British)(?![A-Za-z])|英国/],
  ['SG', /(?<![A-Za-z])(?:SG|Singapore)(?![A-Za-z])|新加坡/],
]
/** In lower case only before a network or `cards`: “for us” names nobody's country. */
const LOWER_US = /(?<![a-z])us(?=\s+(?:visa|master|cards?\b))/

const digits = '零一二三四五六七八九'
/** 二十 → 20, 两 → 2. */
function chineseNumber(text: string): number | undefined {
  const found = /^(?:([一二三四五六七八九]?)十)?([一二两三四五六七八九]?)$/.exec(text)
  if (!found || text === '') return undefined
  const ten = text.includes('十') ? (found[1] ? digits.indexOf(found[1]) : 1) * 10 : 0
  const one = found[2] === '两' ? 2 : found[2] ? digits.indexOf(found[2]) : 0
  return ten + one
}

/** Words that carry no meaning of their own. */
const FILLERS =
  /^(?:a|an|the|of|me|my|new|more|please|with|on|at|and|each|every|per|cards?|virtual|it|them|to|us|for|请|帮我|我|再|新|新的|的|卡|卡片|虚拟卡|张|并|和|每张|每|充值|充|各)$/i

function openCommandIn(text: string): OpenCommand | undefined {
  const start = /^(?:please\s+)?(?:open|create|issue)(?![a-z])|^(?:请|帮我)*(?:新开|开通|开)(?!户|始|发|关)/i.exec(text)
  if (!start) return undefined
  let rest = text.slice(start[0].length)
  /** Takes a part out of the sentence; what stays in the end was not understood. */
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const found = pattern.exec(rest)
    if (!found) return undefined
    rest = `${rest.slice(0, found.index)} , ${rest.slice(found.index + found[0].length)}`
    return found
  }
  const amount =
    take(/[$＄]\s*(\d[\d,]*(?:\.\d{1,2})?)(?:\s*(?:each|per card|a card|on each|\/\s*card))?/i) ??
    take(/(\d[\d,]*(?:\.\d{1,2})?)\s*(?:usd|dollars?|bucks)(?:\s*(?:each|per card|a card|on each))?/i) ??
    take(/(?<![\d.])(\d[\d,]*(?:\.\d{1,2})?)\s*(?:each|per card)(?![a-z])/i) ??
    take(/(?:每张|各)\s*(?:充值?|存)?\s*(\d+(?:\.\d{1,2})?)\s*(?:美元|美金|刀|块|u)?/i) ??
    take(/(\d+(?:\.\d{1,2})?)\s*(?:美元|美金|刀)/)
  const to =
    take(/(?:,|;|\band\b)?\s*\b(?:give|hand|assign)(?:\s+(?:them|it|over|all))*\s+to\s+([^,;，；]+)/i) ??
    take(/(?:交给|分给|移交给|移交|给)\s*([^\s,，、。;；]+)/)
  const purpose =
    take(/(?:\bfor|\bgroup|\bremark)\s+(?!us\b)([^,;，；]+)/i) ??
    take(/(?:用于|用在|分组|备注|为)\s*([^\s,，、。;；]+)/)
  const number = take(/(?<![\d.$])(\d{1,4})(?![\d.])\s*(?:张|x\b|×)?/i) ?? take(/([一二两三四五六七八九十]+)\s*张/)
  const network = take(/\bvisa\b|维萨/i) ? 'VISA' : take(/\bmaster\s?cards?\b|万事达/i) ? 'MASTERCARD' : undefined
  // The network stood behind it and is gone.
  const country =
    countries.find(([, names]) => take(names))?.[0] ??
    (LOWER_US.test(text) && take(/(?<![a-z])us(?![a-z])/) ? 'US' : undefined)
  const unknown = rest
    .replaceAll(/(?:请|帮我|虚拟卡|卡片|每张|充值|张|卡|的|，|。)/g, ' ')
    .split(/[\s,;.，；。、]+/)
    .filter((word) => word !== '' && !FILLERS.test(word))
  const count = number === undefined ? 1 : (chineseNumber(number[1]!) ?? Number(number[1]))
  return {
    verb: 'open',
    count,
    network,
    country,
    cents: amount && parse(amount[1]!),
    purpose: purpose?.[1]!.trim(),
    to: to?.[1]!.trim(),
    unknown,
  }
}
