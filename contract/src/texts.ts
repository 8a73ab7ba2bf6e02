/**
 * Sentences that are fixed to the letter (docs/product.md). Misspellings here are the
 * product's own and stay: people and tests know them. They are written nowhere else.
 */
export const texts = {
  landing: {
    tagline: 'Learn a new skill, launch a project, land your dream career.',
    typewriter: [
      'Learn from people who did it.',
      'Learn what no course teaches.',
      'Learn faster, with a guide.',
      'Learn by building something real.',
    ],
    searchPlaceholder: 'Search Skills and Mentors',
    footer: 'A trusted source for finding highly-vetted mentors and industry professionals.',
    copyrightYear: 2023,
  },
  card: {
    defaultShortBio:
      'I have 6+ years of experience in tech, business and product, and I enjoy helping others find their way.',
    unrated: 'New',
  },
  offer: [
    '4 calls per month (60 min per call)',
    'Unlimited Q&A via chat',
    'Responses in 24 hours or less',
    'Flat fee, no hidden costs',
  ],
  priceBands: {
    a: 'Any',
    b: 'Under ₹1000',
    c: '₹1000-₹2500',
    d: '₹2000-₹5000',
    e: 'Above ₹5000',
  },
  validation: {
    firstNameRequired: 'First Name is required',
    lastNameRequired: 'Last Name is required',
    emailInvalid: 'Invalid email',
    emailRequired: 'Email is required',
    phoneRequired: 'Mobile number is required',
    phoneInvalid: 'Please enter a valid 10-digit mobile number',
    passwordRequired: 'Password is required',
    confirmPasswordRequired: 'Confirm Password is required',
    passwordsMustMatch: 'Passwords must match',
    passwordTooShort: 'Use at least 8 characters',
    passwordTooLong: 'Use at most 128 characters',
    passwordTooCommon: 'This password is among the commonest. Please choose another.',
  },
  menteeSignUp: {
    successTitle: 'Your account has been successfully created.',
    networkError: 'Network Issue, Please try again later',
    otherError: 'Please try again later',
  },
  mentorSignUp: {
    successTitle: 'Successfully Submitted your Application',
    successText: 'Please be patient..!!We will get back to after detail verification',
    otherError: 'Something went wrong..!! Please try Again.',
  },
  login: {
    wrongCredentials: 'Please verify the entered Email and Password',
    tryLater: 'Please try again later',
  },
  passwordReset: {
    success: 'Password Changed Successfully..!! Please login again',
    failure: 'Error..!!!',
  },
  google: { success: 'Sucessfully Logged into google' },
  checkout: {
    failure: 'something went wrong',
    alreadySubscribed: 'You are already subscribed to this Mentor',
    unexpected: 'Somthing unexpected happend',
    thrown: 'Something went Wrong',
    paymentFailed: 'Payment Failed',
    paymentFailedDefault: 'An error occurred during the payment process.',
  },
  slots: {
    booked: 'Slot allocated Succssfully',
    bookingFailed: 'Slot allocation Failed',
    bookingRefused: 'Slot allotment Failed',
    deleted: 'Slot Deleted',
    cancelled: 'Booking cancelled',
    cancelFailed: 'Somethign wetn wrong',
  },
  profile: {
    menteeUpdated: 'Updation success',
    menteeFailed: 'Updation Failed',
    mentorUpdated: 'Profile Updated successfully',
    mentorFailed: 'Something went wrong ',
  },
  skills: {
    added: 'Skill Added',
    addFailed: 'Error',
    deleted: 'Skill Deleted succssfully',
    deleteFailed: 'Delettion Failed',
  },
  chat: {
    sendFailed: 'Something went Wrong from the Send API',
    loadFailed: 'Something Went wrong',
    conversationsFailed: 'Somethng went wrong from conversation fetching api',
    openFailed: 'Some error',
    noConversationId: 'No conversation id',
    received: (firstName: string) => `You have reveived a message from ${firstName}`,
    toast: (firstName: string) => `New message from ${firstName}`,
  },
  tickets: { failed: 'Something went wrong', userBlocked: 'User Blocked' },
  moderator: { menteesFailed: 'Error Fetching Mentees List' },
  mentorHome: { failed: 'Something went wrong...!!!' },
  live: { openFailed: 'Please refresh the page..!!' },
  home: { failed: 'Error Excecuting the Operation' },
  notifications: {
    markFailed: 'Marking Notification as read Failed',
    empty: 'No new notifications',
    toast: 'New Notification',
    scheduleChanged: 'Schedule changed by mentor',
  },
  storedLogin: { deleteFailed: 'Something Went Wrong. Please Log out and Try again later' },
  routing: {
    title: 'Something Went Wrong....!!! Please Go Back to HomePage',
    home: 'Home Page',
    splash: 'Loading...',
  },
  /** Empty for somebody who has left, and has neither. */
  titleAtFirm: (title: string, firm: string) => (title || firm ? `${title}@ ${firm}` : ''),
} as const
