/** The notice about a limit that is nearly used up: part of the table in `notices/news.ts`. `{whose}`: the card, group, sub-account or account that has the limit. */
export const controlNews = {
  limit_near: {
    level: 'WARN',
    title: { cn: '限额即将用完', en: 'Limit nearly used up' },
    text: {
      cn: '{whose}的限额“{limit}”已用 {used}，共 {all}。超出后扣款会被拒。',
      en: 'Limit “{limit}” of {whose}: {used} of {all} used. Charges above it are declined.',
    },
  },
} as const
