/** Where archives are kept: in a folder, or in S3-compatible storage. Either way a name is written once. */
import { createReadStream } from 'node:fs'
import { link, mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../core/settings/config.ts'
import { tellFault } from '../core/log.ts'
import { ConfigProblem } from '../core/settings/settings.ts'
import { OutsideRefused, OutsideUnknown } from '../outside/outside.ts'
import { sha256Hex } from '../outside/requestSignatures.ts'
import { s3, type FilesSettings, type S3 } from '../outside/s3.ts'

export type ArchiveStore = {
  /** A folder of this machine, for files that are not whole yet. */
  readonly spool: string
  /** Stores a file of the spool under this name. Returns false, and changes nothing, if the name is taken. `sha256` is hex. */
  put(name: string, file: string, content: { bytes: number; sha256: string }): Promise<boolean>
  /** The bytes of an archive; undefined if it is not there. */
  read(name: string): Promise<AsyncIterable<Buffer> | undefined>
  /** At start: throws {@link ConfigProblem} if archives could not be kept here. */
  check(): Promise<void>
}

export const archivesOf = ({
  files,
  archiveDir,
}: Pick<Config, 'archiveDir'> & { files: FilesSettings }): ArchiveStore =>
  files.kind === 's3' ? s3Archives(s3(files), archiveDir) : diskArchives(archiveDir)

export const diskArchives = (folder: string): ArchiveStore => ({
  spool: folder,
  async put(name, file) {
    const whole = path.join(folder, name)
    await mkdir(path.dirname(whole), { recursive: true, mode: 0o700 })
    try {
      await link(file, whole) // unlike rename, this refuses to replace
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    }
    await using parent = await open(path.dirname(whole))
    await parent.sync()
    return true
  },
  async read(name) {
    try {
      return (await open(path.join(folder, name))).createReadStream() as AsyncIterable<Buffer>
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  },
  check: async () => {},
})

/** An object without a meaning, written by the first start. */
const PROBE = 'kaika-write-once'
const PROBE_MS = 10_000

const s3Archives = (storage: S3, spool: string): ArchiveStore => ({
  spool,
  put: (name, file, content) => storage.put(name, createReadStream(file), content),
  read: (name) => storage.get(name),
  async check() {
    const write = () =>
      storage.put(PROBE, PROBE, { bytes: PROBE.length, sha256: sha256Hex(PROBE), timeoutMs: PROBE_MS })
    try {
      if ((await write()) && (await write()))
        throw new ConfigProblem(
          'KAIKA_FILES=s3: this storage replaces objects in spite of If-None-Match, so archives would not be safe there',
        )
    } catch (error) {
      if (error instanceof OutsideRefused)
        throw new ConfigProblem(
          `KAIKA_FILES=s3: the storage refuses to write (${error.code}): check the bucket, the region and the key`,
        )
      // Archives are written every hour; the server is needed now.
      if (!(error instanceof OutsideUnknown)) throw error
      tellFault('the storage for archives does not answer', error)
    }
  },
})
