import type * as contract from '#contract/funding/forecasts.ts'
import { refuse } from '#contract/core/refusals.ts'
import type { Actor } from '#server/core/actor.ts'
import type { Answer } from '#server/core/answer.ts'
import type { SentFile } from '#contract/core/files.ts'
import { uploadPaper } from '#server/identity/identity.ts'
import { keepSlip } from './slips.ts'

type Kept = { fileId: string; name: string; size: number }
/** Who keeps what is uploaded for a scene. All of them are the account's alone, so none may be public. */
const scenes = {
  SLIP: { public: false, keep: keepSlip },
  IDENTITY: { public: false, keep: (actor, file) => uploadPaper(actor, { file }) },
} as const satisfies Record<
  contract.UploadScene,
  { public: boolean; keep: (actor: Actor, file: SentFile) => Promise<Kept> }
>

export const uploadFile: Answer<typeof contract.uploadFile> = async (actor, { file, scene, public: shown }) => {
  if (shown && !scenes[scene].public) throw refuse('invalid', { field: 'public' })
  const { fileId, name, size } = await scenes[scene].keep(actor, file)
  return { fileId, url: `/file/pub/download?fileId=${fileId}`, name, size }
}
