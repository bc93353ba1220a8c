/**
 * Who may speak at the network's door, `/issuer/*`: addresses, and certificates of clients. Messages are signed as well; this keeps everyone else from having theirs
 * read at all.
 */
import { isIP, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { raiseAlarm } from '../alarms.ts'
import { inRanges, networkOf, plainAddress } from '../addresses.ts'
import { MINUTE } from '../clock.ts'
import { db, isBusy } from '../db.ts'
import { tellFault } from '../log.ts'
import { plainFingerprint } from './tls.ts'

export type IssuerAccessRules = {
  /** Empty: any. */
  addresses: readonly string[]
  /** Whether a caller needs a certificate of KAIKA_ISSUER_CLIENT_CA. */
  certificates: boolean
  /** For each issuer the fingerprints and names of its certificates. Empty: any certificate will do, for any issuer. */
  clients: ReadonlyMap<string, readonly string[]>
  trustedProxies: readonly string[]
}

/** Refusals of one issuer's door within {@link WINDOW_MS} that are worth an alarm: one or two are a misdirected probe. */
const REPEATED = 10
const WINDOW_MS = 10 * MINUTE
/** While attempts go on, the alarm's count is updated this often. */
const ALARM_EVERY_MS = MINUTE

type Attempts = { times: number; sinceMs: number; alarmedMs: number }

export class IssuerAccess {
  readonly #rules: IssuerAccessRules
  readonly #isAllowed: (address: string) => boolean
  readonly #isProxy: (address: string) => boolean
  /** A handshake is judged once for each issuer. */
  readonly #judged = new WeakMap<Socket, Map<string, boolean>>()
  readonly #attempts = new Map<string, Attempts>()

  constructor(rules: IssuerAccessRules) {
    this.#rules = rules
    this.#isAllowed = rules.addresses.length ? inRanges(rules.addresses) : () => true
    this.#isProxy = inRanges(rules.trustedProxies)
  }

  permits(issuerId: string, socket: Socket, forwardedFor: string | string[] | undefined): boolean {
    return this.#isAllowed(this.#callerOf(socket, forwardedFor)) && this.#hasCertificate(issuerId, socket)
  }

  /** As {@link permits}, and counts who is not. */
  admits(issuerId: string, socket: Socket, forwardedFor: string | string[] | undefined): boolean {
    if (this.permits(issuerId, socket, forwardedFor)) return true
    this.#count(issuerId, networkOf(this.#callerOf(socket, forwardedFor)))
    return false
  }

  /** The last address that none of our proxies has, as for all other calls. */
  #callerOf({ remoteAddress = '' }: Socket, forwardedFor: string | string[] | undefined): string {
    if (forwardedFor === undefined || !this.#isProxy(remoteAddress)) return plainAddress(remoteAddress)
    const hops = String(forwardedFor)
      .split(',')
      .map((hop) => hop.trim())
    const caller = hops.findLast((hop) => !this.#isProxy(hop)) ?? hops[0]!
    return plainAddress(isIP(caller) ? caller : remoteAddress)
  }

  #hasCertificate(issuerId: string, socket: Socket): boolean {
    if (!this.#rules.certificates) return true
    let judged = this.#judged.get(socket)
    if (!judged) this.#judged.set(socket, (judged = new Map()))
    const known = judged.get(issuerId)
    if (known !== undefined) return known
    const is = this.#isCertified(issuerId, socket)
    judged.set(issuerId, is)
    return is
  }

  #isCertified(issuerId: string, socket: Socket): boolean {
    const certificate = socket instanceof TLSSocket && socket.authorized ? socket.getPeerX509Certificate() : undefined
    if (!certificate) return false
    const { clients } = this.#rules
    if (clients.size === 0) return true
    const fingerprint = plainFingerprint(certificate.fingerprint256)
    return (clients.get(issuerId) ?? []).some(
      (client) => client === fingerprint || certificate.checkHost(client, { wildcards: false }) !== undefined,
    )
  }

  #count(issuerId: string, address: string): void {
    const at = performance.now()
    let attempts = this.#attempts.get(issuerId)
    if (!attempts || at - attempts.sinceMs > WINDOW_MS)
      this.#attempts.set(issuerId, (attempts = { times: 0, sinceMs: at, alarmedMs: -Infinity }))
    attempts.times++
    if (attempts.times < REPEATED || at - attempts.alarmedMs < ALARM_EVERY_MS) return
    attempts.alarmedMs = at
    const detail = { issuer: issuerId, attempts: attempts.times, address }
    raiseAlarm(db, { kind: 'ISSUER_DOOR_REFUSED', subject: issuerId, detail }).catch((error: unknown) => {
      if (!isBusy(error)) tellFault('alarm not raised', error)
    })
  }
}
