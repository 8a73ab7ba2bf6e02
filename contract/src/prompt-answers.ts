import { limits } from './limits.ts'
import type { MentorResponse } from './mentor-card.ts'

/** Whether a mentor has the badge of prompt answers. Apart from a card's schema, which pages do without. */
export const isPrompt = (response: MentorResponse | null): boolean =>
  response !== null &&
  response.count >= limits.promptResponsesMin &&
  response.within24hPercent >= limits.promptPercentMin
