import { OutsideRefused } from './ask.ts'
import { messages } from './outsideMetrics.ts'

/** Hands a message over. An address that is refused stays refused, so that is an end; anything else is thrown, and the job tries again. */
export async function deliver(channel: 'sms' | 'mail', send: () => Promise<void>): Promise<void> {
  try {
    await send()
    messages.add(channel, 'sent')
  } catch (error) {
    messages.add(channel, error instanceof OutsideRefused ? 'refused' : 'unknown')
    if (!(error instanceof OutsideRefused)) throw error
  }
}
