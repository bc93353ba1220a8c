import * as productsContract from '#contract/products/products.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { putScheduled, withdrawChange } from './changes.ts'

export const answers = { withdrawChange } satisfies Answers<typeof productsContract>

export const module = {
  calls: [answered(productsContract, answers)],
  sweeps: { 'products.putScheduled': { every: 'minute', work: putScheduled } },
} satisfies Module
