/** Images are uploaded to the address from the server (KAIKA_UPLOAD_URL), by default its own call. */
import { uploadFile, type UploadScene } from '#contract/funding/forecasts.ts'
import { ask } from './client.ts'
import { session } from './session.ts'

export async function uploadImage(file: File, scene: UploadScene): Promise<string> {
  const path = (session().UserInfo?.uploadUrl ?? uploadFile.path) as typeof uploadFile.path
  const { fileId } = await ask({ ...uploadFile, path }, { file, scene }, { quiet: true })
  return fileId
}
