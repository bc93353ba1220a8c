import * as brandsContract from '#contract/brands/brands.ts'
import * as brandDeskContract from '#contract/brands/desk.ts'
import type { Answer, Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { brandsNow } from './brandsNow.ts'
import { listBrands } from './desk/listBrands.ts'
import { mergeBrands } from './desk/mergeBrands.ts'
import { saveBrand } from './desk/saveBrand.ts'

const chooseBrands: Answer<typeof brandsContract.chooseBrands> = async () =>
  (await brandsNow()).all.map(({ brandId, name }) => ({ brandId, name }))

export const deskAnswers = { listBrands, saveBrand, mergeBrands } satisfies Answers<typeof brandDeskContract>

export const module = {
  calls: [answered(brandsContract, { chooseBrands }), answered(brandDeskContract, deskAnswers)],
} satisfies Module
