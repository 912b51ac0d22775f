// Written by scripts/index.mjs (npm run index). Do not edit.
import { accountsStreams } from '../accounts/routes.js'
import { auditStreams } from '../audit/routes.js'
import { companionsStreams } from '../companions/routes.js'
import { documentationStreams } from '../documentation/routes.js'
import { extensionsStreams } from '../extensions/routes.js'
import { filesStreams } from '../files/routes.js'
import { fontsStreams } from '../fonts/routes.js'
import { liveStreams } from '../live/routes.js'
import { profileStreams } from '../profile/routes.js'
import { shareLinksStreams } from '../share-links/routes.js'
import { topicsStreams } from '../topics/routes.js'
import { uploadsStreams } from '../uploads/routes.js'
import { viewPackagesStreams } from '../view-packages/routes.js'

/** Routes whose request or response is not only JSON; listed for the documentation and the rights matrix. */
export const streamRoutes = [
  ...accountsStreams,
  ...auditStreams,
  ...companionsStreams,
  ...documentationStreams,
  ...extensionsStreams,
  ...filesStreams,
  ...fontsStreams,
  ...liveStreams,
  ...profileStreams,
  ...shareLinksStreams,
  ...topicsStreams,
  ...uploadsStreams,
  ...viewPackagesStreams,
] as const
