let required = false
/** `KAIKA_STAFF_PASSKEY=require`: whoever has a passkey signs in with it and keeps at least one, and whoever has none can only add one. */
export const useStaffPasskeys = (chosen: { required: boolean }): void => void (required = chosen.required)
export const isPasskeyRequired = (): boolean => required
