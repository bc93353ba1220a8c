import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import * as z from 'zod'
import type { World } from '../world.ts'

const PERIOD_MS = 30_000
const AskedWish = z.object({ secret: z.string().optional() })

/** The authenticator app on the phone: for the demo's staff, or for any secret passed to it. */
export function authenticatorRoutes(app: FastifyInstance, world: World, staffSecret: string | undefined): void {
  app.get('/authenticator', (request) => {
    const secret = AskedWish.parse(request.query).secret ?? staffSecret
    if (!secret) return { secret: null, code: null, nextCode: null, leftMs: 0 }
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    const timestamp = world.now()
    return {
      secret,
      code: totp.generate({ timestamp }),
      nextCode: totp.generate({ timestamp: timestamp + PERIOD_MS }),
      leftMs: PERIOD_MS - (timestamp % PERIOD_MS),
    }
  })
}
