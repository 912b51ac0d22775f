import { describeConcurrentChanges } from '../../testing/concurrent-changes.js'

describeConcurrentChanges(100)
