import { accountRoutes } from './account-routes.ts'
import type { Billing } from './billing.ts'
import type { Books } from './books.ts'
import { catalogueRoutes } from './catalogue-routes.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { customerRoutes } from './customer-routes.ts'
import { paymentRoutes } from './payment-routes.ts'
import type { Route } from './route.ts'
import { subscriptionRoutes } from './subscription-routes.ts'

/** Each call that the product makes of Stripe, with what Stripe refuses of it: docs.stripe.com/api. */
export const createRoutes = (books: Books, billing: Billing, url: () => string): Route[] => [
  ...customerRoutes(books, billing),
  ...catalogueRoutes(books),
  ...checkoutRoutes(books, url),
  ...subscriptionRoutes(books, billing),
  ...paymentRoutes(books, billing),
  ...accountRoutes(books, url),
]
