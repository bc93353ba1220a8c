import assert from 'node:assert/strict'
import { Refusal, type RefusalName } from '#contract/core/refusals.ts'

/** For `assert.rejects`: refused by this name, and beside this field if one is given. */
export const refusedAs = (refusal: RefusalName, field?: string) => (error: unknown) => {
  if (!(error instanceof Refusal)) throw error
  if (error.refusal === refusal && (!field || error.data['field'] === field)) return true
  throw new Error(`refused as ${error.refusal} ${JSON.stringify(error.data)}, not as ${refusal} ${field ?? ''}`)
}

/** The name of the refusal of a promise, or `ok`: to count results. */
export const endOf = (promise: Promise<unknown>): Promise<RefusalName | 'ok'> =>
  promise.then(
    () => 'ok' as const,
    (error) => {
      if (error instanceof Refusal) return error.refusal
      throw error
    },
  )

/** It fails with exactly this refusal. */
export const refused = (refusal: RefusalName, promise: Promise<unknown>): Promise<void> =>
  assert.rejects(promise, refusedAs(refusal))
