/** The permission catalogue, read-only: what the keys of sub-accounts and the roles of staff allow. */
import * as z from 'zod/mini'
import { call, nothing } from '../core/call.ts'

const Allowed = z.array(z.object({ on: z.string(), title: z.string() }))

export const rightsCatalogue = call({
  on: 'GET /api/operator/rights/list',
  title: '权限目录 Permission catalogue',
  who: 'staff:product.view',
  input: nothing,
  output: z.object({
    elements: z.array(
      z.object({ key: z.string(), name: z.string(), page: z.string(), pageName: z.string(), calls: Allowed }),
    ),
    staffKeys: z.array(z.object({ key: z.string(), name: z.string(), roles: z.array(z.string()), calls: Allowed })),
    roles: z.array(z.object({ role: z.string(), name: z.string(), keys: z.array(z.string()) })),
  }),
  refusals: [],
})
