/** Fictional cardholders at addresses with matching city, state and zip code. */
export const pick = <T>(chance: () => number, from: readonly T[]): T => from[Math.floor(chance() * from.length)]!
export const between = (chance: () => number, from: number, to: number): number =>
  from + Math.floor(chance() * (to - from + 1))

const firstNames = [
  'Wei',
  'Jing',
  'Hao',
  'Xiaotong',
  'Yichen',
  'Zihan',
  'Mengyao',
  'Chenxi',
  'Ruoxi',
  'Bowen',
  'Yutong',
  'Haoran',
  'Jiayi',
  'Sichen',
]
const lastNames = ['Lin', 'Chen', 'Zhou', 'Wu', 'Xu', 'Shen', 'He', 'Gao', 'Luo', 'Tang', 'Fang', 'Jiang', 'Qian', 'Su']
const streets = [
  'Alder Street',
  'Birch Lane',
  'Cedar Avenue',
  'Dogwood Drive',
  'Hazel Street',
  'Juniper Lane',
  'Linden Avenue',
  'Willow Drive',
]

type Place = { city: string; state: string; zipCode: string }
const places = {
  US: [
    { city: 'Portland', state: 'OR', zipCode: '97201' },
    { city: 'Salem', state: 'OR', zipCode: '97301' },
    { city: 'Wilmington', state: 'DE', zipCode: '19801' },
    { city: 'Concord', state: 'NH', zipCode: '03301' },
    { city: 'Billings', state: 'MT', zipCode: '59101' },
    { city: 'Seattle', state: 'WA', zipCode: '98101' },
  ],
  GB: [
    { city: 'London', state: 'Greater London', zipCode: 'SW1A 1AA' },
    { city: 'Leeds', state: 'West Yorkshire', zipCode: 'LS1 1UR' },
  ],
  HK: [
    { city: 'Hong Kong', state: 'Central', zipCode: '999077' },
    { city: 'Kowloon', state: 'Yau Tsim Mong', zipCode: '999077' },
  ],
} as const satisfies Record<string, readonly Place[]>

const countryOf = (vid: string): keyof typeof places => (/-GB-/.test(vid) ? 'GB' : /-HK-/.test(vid) ? 'HK' : 'US')

export function holderFor(chance: () => number, vid: string) {
  return {
    firstName: pick(chance, firstNames),
    lastName: pick(chance, lastNames),
    street: `${between(chance, 11, 980)} ${pick(chance, streets)}`,
    ...pick<Place>(chance, places[countryOf(vid)]),
  }
}
