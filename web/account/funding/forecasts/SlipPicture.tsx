import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { downloadFileHere } from '#contract/funding/forecasts.ts'
import { fetchFile } from '#web/parts/client/client.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import css from './Forecasts.module.css'

/** The user's own slip: fetched with the token in the header, so that its address alone opens nothing. */
export function SlipPicture({ fileId, name }: { fileId: string; name: string }) {
  const { data, isError } = useQuery({
    queryKey: ['slip', fileId],
    queryFn: async () => (await fetchFile(downloadFileHere, { fileId, inline: '1' }, { quiet: true })).blob,
    staleTime: Infinity,
  })
  const [look, setLook] = useState<string>()
  useEffect(() => {
    if (!data) return
    const address = URL.createObjectURL(data)
    setLook(address)
    return () => URL.revokeObjectURL(address)
  }, [data])
  if (isError) return <Icon name="warn" size={20} />
  if (!look) return <Skeleton height={88} radius={8} />
  return (
    <a href={look} target="_blank" rel="noreferrer" className={css.open}>
      <img src={look} alt={name} />
    </a>
  )
}
