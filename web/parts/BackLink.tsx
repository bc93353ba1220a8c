import { Link } from 'react-router'
import { Icon } from '../ui/Icon.tsx'
import { Row } from '../ui/layout.tsx'

/** Above a page that belongs to another one. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <div>
      <Link to={to}>
        <Row as="span" gap={1}>
          <Icon name="left" size={15} />
          {children}
        </Row>
      </Link>
    </div>
  )
}
