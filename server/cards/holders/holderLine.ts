/** Who holds a card and where it is billed, as the card's row and a change of it write them. */
export type Holder = Record<'first_name' | 'last_name' | 'street' | 'city' | 'state' | 'zip_code' | 'country', string>

/** In one line, for logs, and to tell whether anything changes. */
export const holderLine = (of: Holder): string =>
  `${of.first_name} ${of.last_name}, ${of.street}, ${of.city}, ${of.state} ${of.zip_code}, ${of.country}`

export const holderOf = ({ first_name, last_name, street, city, state, zip_code, country }: Holder): Holder => ({
  first_name,
  last_name,
  street,
  city,
  state,
  zip_code,
  country,
})
