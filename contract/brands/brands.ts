/** The brands that an owner may choose from. */
import * as z from 'zod/mini'
import { call } from '../core/call.ts'

/** By name. */
export const chooseBrands = call({
  on: 'GET /api/brand/list',
  title: '品牌列表 Brands to choose from',
  who: 'card:control.view',
  input: z.object({}),
  output: z.array(z.object({ brandId: z.string(), name: z.string() })),
  refusals: [],
})
