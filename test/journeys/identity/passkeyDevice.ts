/** A device with passkeys that the browser simulates, and a Kaika that is reached by its name. */
import type { CDPSession, Page } from '@playwright/test'
import { storageOf, test as base } from '../journey.ts'

/** Browsers keep passkeys for names only, so this journey comes to the same Kaika by its name. */
const byName = (): string => `http://localhost:${new URL(process.env.KAIKA_URL ?? 'http://127.0.0.1:4000').port}`

export const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => use(byName()),
  storageState: async ({ lang, person }, use) => use(storageOf(lang, person, {}, byName())),
})

export type Device = {
  presses: () => Promise<number>
  /** Whether this page offers its passkeys among the suggestions of a field. The finger is always there, so one is then chosen at once. */
  suggested: (at: boolean) => Promise<void>
}

/** A device that is unlocked by a finger, which is always there. */
export async function aDevice(page: Page): Promise<Device> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    suggested: async (at) => {
      await page.evaluate(`PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(${at})`)
    },
    presses: async () => {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.reduce((sum, { signCount }) => sum + signCount, 0)
    },
  }
}
