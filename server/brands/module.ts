import * as brandDeskContract from '#contract/brands/desk.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { listBrands } from './desk/listBrands.ts'
import { mergeBrands } from './desk/mergeBrands.ts'
import { saveBrand } from './desk/saveBrand.ts'

export const deskAnswers = { listBrands, saveBrand, mergeBrands } satisfies Answers<typeof brandDeskContract>

export const module = { calls: [answered(brandDeskContract, deskAnswers)] } satisfies Module
