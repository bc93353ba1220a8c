/** The charge that is tried: like an authorization, as a brand usually charges, or of a merchant by its name. */
import type { Checked } from '#contract/core/call.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { wouldPass as row } from '#contract/trades/wouldPass.ts'
import { brandsNow, knownBrandIds, type Brand } from '#server/brands/brands.ts'
import type { Actor } from '#server/core/actor.ts'
import { db } from '#server/core/db.ts'
import type { AuthorizationRequest, Merchant } from '#server/outside/outside.ts'
import { authById, type AuthRow } from '../auths.ts'
import { merchantByNo } from '../decide/merchants.ts'
import { merchantMostSeen, usualMerchant, type MerchantOf } from './queries.ts'

type Input = Checked<typeof row>
export type ChargeToTry = {
  readonly request: AuthorizationRequest
  /** Of the authorization that it is like. */
  readonly ownCard: string
  readonly brand: Brand | undefined
  /** Whether some merchant like it has charged a card here. */
  readonly known: boolean
}

/** What is assumed of a merchant that has charged no card yet, and of a brand without kinds: other retail, in the country of the cards. */
const UNSEEN = { mcc: '5999', country: 'US' } as const

export async function chargeToTry(actor: Actor, input: Input, nowMs: number): Promise<ChargeToTry> {
  const { cardAuthId, amount } = input
  const auth = cardAuthId === undefined ? undefined : await authorizationOf(actor, cardAuthId)
  const { merchant, known } = auth ? await ofAuthorization(auth) : await merchantMeant(actor, input)
  const asked = auth ? requestLike(auth) : requestOf(input)
  const { threeDs = asked.threeDs, pos = asked.pos, partialOk = false } = input
  const match = 'MATCH'
  return {
    request: {
      kind: 'authorization',
      ref: '',
      merchant,
      ...asked,
      amountCents: amount ?? asked.amountCents,
      occurredAt: nowMs,
      checks: { cvc: match, expiry: match, zip: match, street: match },
      ...{ pos, threeDs, partialOk },
    },
    ownCard: auth?.card_id ?? '',
    brand: await brandOf(merchant),
    known,
  }
}

/** An authorization that the caller may see. */
export async function authorizationOf(actor: Actor, cardAuthId: string): Promise<AuthRow> {
  const auth = actor.may.has('trade:view') ? await authById(db, actor.accountId, cardAuthId) : undefined
  if (!auth || (actor.subUid && auth.owner_sub_uid !== actor.subUid)) throw refuse('not_found', { field: 'cardAuthId' })
  return auth
}

type Found = { merchant: Merchant; known: boolean }
async function ofAuthorization(auth: AuthRow): Promise<Found> {
  const merchant = await merchantByNo(db, auth.merchant_no)
  return { merchant: { ...merchant, id: merchant.ref, descriptor: auth.descriptor }, known: true }
}

type Asked = Pick<
  AuthorizationRequest,
  'amountCents' | 'merchantAmount' | 'merchantCurrency' | 'rate' | 'pos' | 'threeDs'
>
const requestLike = (auth: AuthRow) =>
  ({
    amountCents: auth.amount_cents,
    merchantAmount: auth.merchant_amount,
    merchantCurrency: auth.merchant_currency,
    ...(auth.rate !== null && { rate: auth.rate }),
    pos: auth.pos as AuthorizationRequest['pos'],
    threeDs: auth.three_ds === 'FAILED' ? 'CHALLENGED' : ((auth.three_ds ?? 'NONE') as 'NONE'),
  }) satisfies Asked

const requestOf = ({ amount = 0, currency = 'USD' }: Input) =>
  ({
    amountCents: amount,
    merchantAmount: amount,
    merchantCurrency: currency,
    pos: 'ECOMMERCE',
    threeDs: 'NONE',
  }) satisfies Asked

/** The merchant of a brand or of a name: the one that charges the caller most, else one like those that charge others, else what the catalogue says. */
async function merchantMeant(actor: Actor, { brandId, merchantName = '', mcc, country }: Input): Promise<Found> {
  if (mcc !== undefined && country !== undefined)
    return { merchant: named(merchantName, { mcc, country }), known: true }
  const brand = brandId === undefined ? undefined : await brandById(brandId)
  const meant: MerchantOf = brand ? { brandId: brand.brandId } : { name: merchantName }
  const mine = actor.may.has('trade:view') ? await merchantMostSeen(db, actor, meant) : undefined
  const merchant = mine ?? (await usualMerchant(db, meant))
  // A catalogue that has just changed may not have matched its merchants again yet.
  if (merchant && (!brand || (await brandOf(merchant))?.brandId === brand.brandId)) return { merchant, known: true }
  const [words = merchantName] = brand?.words ?? []
  return { merchant: named(words, { ...UNSEEN, ...(brand?.mccs[0] && { mcc: brand.mccs[0] }) }), known: false }
}

const named = (name: string, rest: Pick<Merchant, 'mcc' | 'country'>): Merchant => ({
  ...{ id: '', name, descriptor: name },
  ...rest,
})

/** An id of a brand that was merged into another means that one. */
async function brandById(brandId: string): Promise<Brand> {
  const { all, former } = await brandsNow()
  const brand = all.find((one) => one.brandId === brandId || former.get(one.brandId)?.includes(brandId))
  if (!brand) throw refuse('not_found', { field: 'brandId' })
  return brand
}

async function brandOf(merchant: Merchant): Promise<Brand | undefined> {
  const { all } = await brandsNow()
  const [brandId] = knownBrandIds(merchant)
  return all.find((one) => one.brandId === brandId)
}
