import { Button } from '#web/ui/forms/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Muted, Row, Stack } from '#web/ui/layout.tsx'
import { FormError } from '../forms/CallForm.tsx'
import { useText } from './text.ts'
import type { usePasskey } from './usePasskey.ts'

/** In place of a field for a code: a passkey confirms when the form is sent, and a code is still possible. */
export function PasskeyFirst({ passkey }: { passkey: ReturnType<typeof usePasskey> }) {
  const t = useText()
  return (
    <Stack gap={2}>
      <Row between>
        <Row as="span" gap={2}>
          <Icon name="shield" />
          <Muted>{t('passkey.first')}</Muted>
        </Row>
        <Button look="quiet" size="s" guardMs={0} onClick={passkey.useCode}>
          {t('passkey.useCode')}
        </Button>
      </Row>
      <FormError text={passkey.problem} />
    </Stack>
  )
}
