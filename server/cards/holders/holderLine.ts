import type { CardRow } from '../queries.ts'

/** Who holds a card and where it is billed, as the card's row and a change of it write them. */
export type HolderColumns = Pick<
  CardRow,
  'first_name' | 'last_name' | 'street' | 'city' | 'state' | 'zip_code' | 'country'
>

/** In one line, for logs, and to tell whether anything changes. */
export const holderLine = (of: HolderColumns): string =>
  `${of.first_name} ${of.last_name}, ${of.street}, ${of.city}, ${of.state} ${of.zip_code}, ${of.country}`

export const holderOf = ({
  first_name,
  last_name,
  street,
  city,
  state,
  zip_code,
  country,
}: HolderColumns): HolderColumns => ({
  first_name,
  last_name,
  street,
  city,
  state,
  zip_code,
  country,
})
