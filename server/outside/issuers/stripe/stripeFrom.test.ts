import assert from 'node:assert/strict'
import { test } from 'node:test'
import Stripe from 'stripe'
import { Settings } from '#server/core/settings/settings.ts'
import { stripeSecrets } from '#simulators/stripe/secrets.ts'
import { STRIPE_VERSION, stripeFrom } from './stripe.ts'

test('the version is the SDK’s', () => {
  assert.equal(STRIPE_VERSION, Stripe.API_VERSION)
})

test('everything that is wrong with the settings is named at once, and no secret is', () => {
  const problemsOf = (env: NodeJS.ProcessEnv): string => {
    const settings = new Settings(env)
    stripeFrom(settings)
    try {
      settings.requireRight()
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  const names = ['STRIPE_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_AUTH_SECRET']
  for (const name of names) assert.match(problemsOf({}), new RegExp(`${name} is missing`))
  const { key, publishableKey, webhookSecret, authSecret } = stripeSecrets(Buffer.alloc(32, 1).toString('base64'))
  const right = {
    ...{ STRIPE_KEY: key, STRIPE_PUBLISHABLE_KEY: publishableKey },
    ...{ STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_AUTH_SECRET: authSecret },
  }
  assert.equal(problemsOf(right), '')
  const swapped = problemsOf({ ...right, STRIPE_KEY: publishableKey, STRIPE_PUBLISHABLE_KEY: key })
  assert.ok(/STRIPE_KEY is not/.test(swapped) && /STRIPE_PUBLISHABLE_KEY is not/.test(swapped))
  assert.ok(!swapped.includes(key))
  assert.match(problemsOf({ ...right, STRIPE_BIN: '1234' }), /STRIPE_BIN/)
  assert.match(problemsOf({ ...right, STRIPE_URL: 'https://stripe.example/api' }), /STRIPE_URL/)
})
