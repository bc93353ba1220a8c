/** All widgets in all states, at `/ui/` of the development server: `/ui/?lang=en&theme=dark`. No build contains it. */
import { createRoot } from 'react-dom/client'
import '../tokens.css'
import '../base.css'
import { startText } from '#web/text.ts'
import { Toasts } from '../dialogs/Toasts.tsx'
import { Gallery } from './Gallery.tsx'

const query = new URLSearchParams(location.search)
document.documentElement.dataset['theme'] = query.get('theme') === 'dark' ? 'dark' : 'light'
await startText(query.get('lang') === 'en' ? 'en' : 'cn')
createRoot(document.getElementById('root')!).render(
  <>
    <Gallery />
    <Toasts />
  </>,
)
