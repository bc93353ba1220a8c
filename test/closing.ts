/** Closes an account. */
import type { Actor } from '#server/core/actor.ts'
import { transaction } from '#server/core/db.ts'
import { closingAnswers as answers } from '#server/identity/module.ts'
import { textsTo, type Person } from './world.ts'

/** The input of the closing form: the code from the SMS, and the user number as typed. */
export async function closingInput(person: Person, code?: string) {
  const { userNo } = await answers.closingState(person, {})
  return {
    code: code ?? (await textsTo(person.mobile))[0]?.code ?? '000000',
    reason: 'No longer needed',
    confirmText: userNo,
    payoutBankCardId: undefined as string | undefined,
    ticket: undefined,
    requestNo: undefined,
  }
}

export const close = (actor: Actor, input: Awaited<ReturnType<typeof closingInput>>) =>
  transaction((tx) => answers.closeAccount(actor, input, tx))

/** Code and submission in one. Returns the case number. */
export async function closesAccount(person: Person, payoutBankCardId?: string): Promise<string> {
  await answers.closingCode(person, {})
  return (await close(person, { ...(await closingInput(person)), payoutBankCardId })).caseId
}
