/**
 * The six products of the simulated issuer. `programRef` links one of our card ranges to a product; `vid` and `name` are our own names. The numbers start like
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
  },
]

export const rangeOf = (programRef: string): SimulatedRange | undefined =>
  ranges.find((range) => range.programRef === programRef)
