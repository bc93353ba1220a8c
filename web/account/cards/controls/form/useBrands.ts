import { chooseBrands } from '#contract/brands/brands.ts'
import { useAsk } from '#web/parts/client/queries.ts'

/** The brands to choose from, and the name of each. A brand that is not among them any more is named by its id. */
export function useBrands() {
  const { data = [] } = useAsk(chooseBrands, {}, { quiet: true })
  const names = new Map(data.map(({ brandId, name }) => [brandId, name]))
  return { brandIds: [...names.keys()], brandName: (brandId: string) => names.get(brandId) ?? brandId }
}
