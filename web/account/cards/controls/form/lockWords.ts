/** A lock in words. */
import type { Document } from './draft.ts'
import { say } from './text.ts'

/** As a document says it. */
export const lockText = ({ by, to }: NonNullable<Document['lock']>, brandName: (brandId: string) => string): string =>
  to === undefined ? say(`lock.first.${by}`) : say('lock.only', { what: brandName(to) })

/** A change that has changed no document: the lock was armed again. */
export const rearmedText = (before: Document, after: Document): string | false =>
  JSON.stringify(before) === JSON.stringify(after) && say('lock.again')
