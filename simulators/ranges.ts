/**
 * The seven products of the simulated issuer. A new database has ranges for the first six; the last can be added at the desk. `programRef` links one of our card ranges to a product; `vid` and `name` are our own names. The numbers start like
 * test numbers of the card schemes and belong to no one.
 */
export type SimulatedRange = {
  vid: string
  programRef: string
  name: string
  /** Eight digits. */
  bin: string
  network: 'VISA' | 'MASTERCARD'
  country: string
  currency: 'USD'
  threeDs: boolean
  /** What the issuer takes for making a card. */
  costCents: number
}

export const ranges: readonly SimulatedRange[] = [
  {
    vid: 'VISA-US-1',
    programRef: 'prg_visa_us_1',
    name: '40000012',
    bin: '40000012',
    network: 'VISA',
    country: 'US',
    currency: 'USD',
    threeDs: true,
    costCents: 0,
  },
  {
    vid: 'VISA-US-2',
    programRef: 'prg_visa_us_2',
    name: '42424200',
    bin: '42424200',
    network: 'VISA',
    country: 'US',
    currency: 'USD',
    threeDs: false,
    costCents: 0,
  },
  {
    vid: 'MASTERCARD-US-1',
    programRef: 'prg_mastercard_us_1',
    name: '52008282',
    bin: '52008282',
    network: 'MASTERCARD',
    country: 'US',
    currency: 'USD',
    threeDs: true,
    costCents: 0,
  },
  {
    vid: 'MASTERCARD-US-2',
    programRef: 'prg_mastercard_us_2',
    name: '22230000',
    bin: '22230000',
    network: 'MASTERCARD',
    country: 'US',
    currency: 'USD',
    threeDs: false,
    costCents: 0,
  },
  {
    vid: 'MASTERCARD-GB-1',
    programRef: 'prg_mastercard_gb_1',
    name: '55555500',
    bin: '55555500',
    network: 'MASTERCARD',
    country: 'GB',
    currency: 'USD',
    threeDs: true,
    costCents: 15,
  },
  {
    vid: 'VISA-HK-1',
    programRef: 'prg_visa_hk_1',
    name: '41111100',
    bin: '41111100',
    network: 'VISA',
    country: 'HK',
    currency: 'USD',
    threeDs: true,
    costCents: 15,
  },
  {
    vid: 'VISA-GB-1',
    programRef: 'prg_visa_gb_1',
    name: '44449900',
    bin: '44449900',
    network: 'VISA',
    country: 'GB',
    currency: 'USD',
    threeDs: true,
    costCents: 15,
  },
]

/** The card programmes at the simulated Lithic; `programRef` is the programme's token there. */
export const lithicRanges: readonly SimulatedRange[] = [
  {
    vid: 'LITHIC-VISA-US-1',
    programRef: '5e9483eb-8103-4e16-9794-2106111b2eca',
    name: '44841200',
    bin: '44841200',
    network: 'VISA',
    country: 'US',
    currency: 'USD',
    threeDs: true,
    costCents: 0,
  },
  {
    vid: 'LITHIC-MC-US-1',
    programRef: 'b1f6a0ce-9d0c-4b7e-8a55-6d2f0c7a3e91',
    name: '51120500',
    bin: '51120500',
    network: 'MASTERCARD',
    country: 'US',
    currency: 'USD',
    threeDs: true,
    costCents: 0,
  },
]

/** The cards of the simulated Stripe account. Stripe has no programmes: `programRef` is the currency. Its 3-D challenges never reach our server. */
export const stripeRange: SimulatedRange = {
  vid: 'STRIPE-VISA-US-1',
  programRef: 'usd',
  name: '40000099',
  bin: '40000099',
  network: 'VISA',
  country: 'US',
  currency: 'USD',
  threeDs: false,
  costCents: 0,
}

export const rangeOf = (programRef: string): SimulatedRange | undefined =>
  [...ranges, ...lithicRanges, stripeRange].find((range) => range.programRef === programRef)
