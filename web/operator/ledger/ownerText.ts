/** Whose an account of the ledger is: an account holder's, and what of theirs. */
export type Owned = { owner: string; holder?: { userNo: string; nickname: string } | null }

export const ownerText = ({ owner, holder }: Owned): string =>
  [holder && `${holder.userNo} ${holder.nickname}`, owner].filter(Boolean).join(' · ')
