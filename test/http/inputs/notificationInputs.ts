/** Inputs for notifications: their channels, and devices that show them. */
import { aPushDevice, aSubscription } from '#test/fixtures/push/devices.ts'
import { nothing, type InputRecipe } from './fixtures.ts'

export const notificationInputs = {
  notifications: nothing,
  chooseChannel: () => ({ event: 'topup_credited', channel: 'SMS', on: 0 }),
  chooseDigest: () => ({ digest: 'DAILY' }),
  chooseLowBalance: () => ({ lowBalance: 800 }),
  pushDevices: nothing,
  addPushDevice: () => ({ ...aSubscription(), kinds: ['CODES', 'DECLINES'], showCode: 0 }),
  renewPushDevice: () => aSubscription(),
  changePushDevice: async ({ member }) => ({
    deviceId: await aPushDevice(member.person),
    kinds: ['CODES'],
    showCode: 1,
  }),
  removePushDevice: async ({ member }) => ({ deviceId: await aPushDevice(member.person) }),
} satisfies Record<string, InputRecipe>
