/** Network addresses: ranges configured by operators, and which addresses count as one caller. */
import { BlockList, isIP } from 'node:net'

/** `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`. A range that covers every address is refused, because it would trust everyone. */
export function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (!family || more.length || address.includes('%')) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** Returns a check for whether an address is in any of these ranges. */
export function inRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return (text) => {
    const address = plainAddress(text)
    const family = isIP(address)
    return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
  }
}

/** Returns an IPv4 address as such, even if the socket reports it as IPv6. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** Returns what counts as one caller: a home or a server has a whole IPv6 /64. */
export const networkOf = (ip: string): string =>
  isIPv6(ip) ? `${groupsOf(ip).slice(0, 4).join(':')}::/64` : plainAddress(ip)

/** Returns the block that one customer of a provider can easily rent: a /24 of IPv4, a /48 of IPv6. */
export const rangeOf = (ip: string): string =>
  isIPv6(ip) ? `${groupsOf(ip).slice(0, 3).join(':')}::/48` : `${plainAddress(ip).replace(/\.\d+$/, '')}.0/24`

const isIPv6 = (ip: string): boolean => ip.includes(':') && !ip.includes('.')

/** The eight groups, expanded. */
function groupsOf(ip: string): string[] {
  const [head = '', tail = ''] = ip.toLowerCase().split('::')
  const groups = [head, tail].map((half) => half.split(':').filter(Boolean))
  return [...groups[0]!, ...Array<string>(8 - groups[0]!.length - groups[1]!.length).fill('0'), ...groups[1]!]
}
