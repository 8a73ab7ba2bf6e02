// Names that a stranger to this code would not understand, with the field's term for each. Common English words in
// sentences are not meant: what is looked at is identifiers, names of files and headings of documents.

/** Identifier (exact, or a pattern) → what to call it. `in` limits it to a part where the word means nothing else. */
export const identifiers = [
  [/^(toAnswer|messageAnswer|CachedAnswer|AnswerCache|answerBytes|answerKey)$/, 'response'],
  [/^(takeCalls?|giveCallBack)$/, 'session credit'],
  [/^(isRepeatable|Repeatable|repeatable)$/, 'idempotency, IdempotentRequest'],
  ['admit', 'requireTwoFactorSetup, activateEnrollment', /^server\/src\/(?!platform\/mail)/],
  [/^(keptMs|isTold)$/, 'ttlMs, isListening'],
  [/^(onBehalfOf|OnBehalfOf|Behalf)$/, 'runAsSession'],
  [
    /^(guardWrites|HeldLocks|openHeldLocks|isAlone|isHeld)$/,
    'session-locked writes, process locks, isExclusive',
    /^server\//,
  ],
  [/^(createGroups|patienceMs|inNobodysName)$/, 'batcher, maxWaitMs, detached context'],
  [/^(isOfTheData|hangsOnValues)$/, 'isConstraintError, isPlanSensitive'],
  [/^(forStranger|answerStrangersApart)$/, 'anonymous requests'],
  [
    /^(wishes|Wish|WishRow|wishOf|hopeful)$/,
    'bookingRequests, candidates',
    /^server\/src\/features\/slots\//,
  ],
  [/^(lockPayers|Payers|createPayers)$/, 'lockEnrollments, billing customers'],
  [/^refusalOf/, 'rejectionReason', /^server\/src\/features\//],
  [/^(layOut|layOutSlots|checkSpan)$/, 'expandRecurrence, interval'],
  [/^(\w*Notices|\w*Announcements)$/, 'notifications, slot events', /^server\/src\//],
  [/^(drawn|UndrawnRow)$/, 'rendered'],
  [/^(outward|inward)$/, 'external, internal'],
  [
    /^(unwind\w*|createComparison|followDue|theirs)$/,
    'termination, reconciliation, sweepDue, remote',
    /^server\/src\/(features\/enrollments|platform\/payments|compose|features\.ts)/,
  ],
  [/^standingOf/, 'deriveStatus'],
  [
    /^(deviceMarks?|createDeviceMarks|GuessLimits|createGuessLimits|Guesser)$/,
    'trusted device, login rate limiter, caller',
  ],
  [/^(createSealing|Sealing|sealing|unseal)$/, 'encryption'],
  [/^(twoStep|TwoStep|createTwoStep|secondStep\w*)$/, 'twoFactor', /^server\/src\/(?!.*routes|.*\.test\.)/],
  [/^(personFiles?|PersonFiles)$/, 'user dossier'],
  [/^(WritingRights|createWritingRights|isShut)$/, 'chat policy, isBlocked'],
  [/^(insertHere|findLockless|removeGhosts)$/, 'insertConnection, findOrphans, reapOrphans'],
  [/^(seatOf|putOut|beginStay|endStays|seeStays|findStays)$/, 'attendance, roomName, eject'],
  [/^(timeWords|dateWords|spanWords)$/, 'date formatting'],
  [
    /^(AskedWords|Wanted|begun|leastWanted|Reading|WalkMark|PageAsked|usualReach|Reach|stagesOf|gatherUpTo)$/,
    'parsed query, prefixes, plan, limits, scan, tiers',
    /^server\/src\/features\/search\//,
  ],
  [/^(followClock|bringNextUp)$/, 'refreshAvailability, recomputeNextAvailable'],
  [/^composeOutside$/, 'infrastructure'],
  [/^(registerCrawlers|prepareClosing|registerWebHost)$/, 'sitemap and robots, graceful shutdown, SSR host'],
  [
    /^(enterAs|earlyPresses|isAlive|fetchedLater)$/,
    'completeSignIn, event replay, isHydrated, lazyWithPrefetch',
    /^web\//,
  ],
  [
    /^(usePushKept|dropPush|waivePushOffer|lookOf|exclusively)$/,
    'usePushSubscription, unsubscribe, dismissPrompt, status variants, withLock',
    /^web\//,
  ],
  [/^apply\w*News$/, 'invalidate…', /^web\//],
]

/** Base names of files, without what follows the first dot. */
export const files = [
  [/^(cached-answers|answer-cache)$/, 'response'],
  [
    /^(guarded-writes|held-locks|groups|strangers|sealing|tally)$/,
    'session-locked-writes, process-locks, batcher, encryption',
  ],
  [
    /^(slot-repetition|slot-announcements|writing-rights|time-words|asked-words|near-words|judged-search|held-back)$/,
    'recurrence, slot-events, chat-policy, date-format, query-parser, relevance set',
  ],
  [
    /^(unwinding|comparison|payers|admission|\w+-notices)$/,
    'termination, reconciliation, billing-customers, activation, notifications',
    /^server\//,
  ],
  [
    /^(device-marks|guess-limits|attempts|two-step|person-file|dealings)$/,
    'trusted-device, login-rate-limiter, two-factor, user-dossier',
    /^server\//,
  ],
  [/^compose-outside$/, 'infrastructure'],
  [/^(closing|crawlers|bodies|web-host)$/, 'graceful-shutdown, robots, body-parser, ssr-host', /^server\//],
  [
    /^(supply|check-supply|behaviour|check-behaviour|stamp|rehearse-image)$/,
    'dependency audit, traceability, build cache, image dry run',
  ],
  [
    /^(payloads|loop|odd-cases|quiet|product|farewell)$/,
    'xss-payloads, happy-path, edge-cases, network-idle, app-server, excluded',
    /^e2e\//,
  ],
  [/^(side|bare-.*|compared)$/, 'candidate, baseline', /^bench\//],
  [
    /^(after-login|leave-after-deletion|alive|early-presses|fetched-later|form-check|stored-logins|failure-texts)$/,
    'complete-sign-in, hydrated, event-replay, lazy-with-prefetch, validation, auth-storage, error-messages',
    /^web\//,
  ],
  [
    /^(mentees-own|mentors-own|marked|drop-panel|looks|mentor-gone|picture-\w+)$/,
    'mentee-profile, mentor-profile, highlight, popover, status-variants, mentor-unavailable, image',
    /^web\//,
  ],
]

/** In headings of documents. */
export const headings = [/^#+ (the wire|unwinding|strangers|notices|groups|pictures)\b/i]
