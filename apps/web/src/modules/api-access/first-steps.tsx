import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../platform/design/copy-button.js'

/** Returns the calls of a first upload; the variables are named as in Autodesk's own samples. */
function firstCalls(origin: string): string {
  return `export APS_CLIENT_ID=... APS_CLIENT_SECRET=...
TOKEN=$(curl -s -u "$APS_CLIENT_ID:$APS_CLIENT_SECRET" \\
  -d grant_type=client_credentials \\
  -d "scope=bucket:create data:read data:write" \\
  ${origin}/authentication/v2/token \\
  | sed -E 's/.*"access_token":"([^"]+)".*/\\1/')
curl -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '{"bucketKey":"my-models","policyKey":"persistent"}' \\
  ${origin}/oss/v2/buckets
curl -H "Authorization: Bearer $TOKEN" -T house.ifc \\
  ${origin}/oss/v2/buckets/my-models/objects/house.ifc`
}

/** Explains the first steps of a program: the URL, a first upload with curl, and further documentation. */
export function FirstSteps() {
  const { t } = useTranslation()
  const calls = firstCalls(location.origin)
  return (
    <>
      <div className="relative">
        <pre
          // Focusable, so that overflowing content can be scrolled by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label={t('apiAccess.example')}
          className="overflow-x-auto rounded-control bg-sunken p-4 pe-12 font-mono text-12 leading-relaxed"
        >
          {calls}
        </pre>
        <CopyButton label={t('apiAccess.copyExample')} text={calls} className="absolute end-1.5 top-1.5 bg-sunken" />
      </div>
      <p className="mt-3 text-13">
        <a href="/api/docs#protocol" className="text-accent underline underline-offset-2 hover:text-accent-hover">
          {t('apiAccess.reference')}
        </a>
      </p>
    </>
  )
}
