/** The owner of a ledger account: an account holder, and which of their things. */
export type Owned = { owner: string; holder?: { userNo: string; nickname: string } | null }

export const ownerText = ({ owner, holder }: Owned): string =>
  [holder && `${holder.userNo} ${holder.nickname}`, owner].filter(Boolean).join(' · ')
