/** Mentors beside the demo's, made so that names, firms and skills come close to each other. */
export type RelevanceMentor = {
  name: string
  jobTitle: string
  firmName: string
  location: string
  expertise: readonly string[]
  bio?: string
}

const of = (
  name: string,
  jobTitle: string,
  firmName: string,
  location: string,
  expertise: string,
  bio?: string,
): RelevanceMentor => ({
  name,
  jobTitle,
  firmName,
  location,
  expertise: expertise.split(', '),
  ...(bio ? { bio } : {}),
})

export const relevanceMentors: readonly RelevanceMentor[] = [
  of('José Pereira', 'Backend Engineer', 'Infosys', 'Margao', 'Java, Spring Boot, Kafka'),
  of('Søren Andersson', 'Data Engineer', 'Siemens', 'Berlin', 'Apache Spark, Scala, Python'),
  of('Zoë Mascarenhas', 'UX Designer', 'Adobe', 'Bengaluru', 'Figma, UX design, Prototyping'),
  of(
    'Rahul Sharma',
    'Software Engineer',
    'Tata Consultancy Services',
    'Mumbai',
    'JavaScript, React, Next.js',
  ),
  of('Rahul Verma', 'DevOps Engineer', 'Wipro', 'Bengaluru', 'Kubernetes, Docker, Terraform'),
  of('Priya Sharma', 'Product Manager', 'Flipkart', 'Bengaluru', 'Product management, SQL, A/B testing'),
  of(
    'Lakshmi Narayanan',
    'ML Engineer',
    'Google',
    'Hyderabad',
    'Machine learning, Deep learning, TensorFlow',
  ),
  of(
    'Venkatesh Subramanian',
    'Director',
    'Larsen & Toubro',
    'Chennai',
    'R&D, Civil engineering, Project management',
  ),
  of('Mohammed Ansari', 'Android Developer', 'Swiggy', 'Delhi', 'Kotlin, Android, Jetpack Compose'),
  of('Gurpreet Dhillon', 'Security Engineer', 'Paytm', 'Noida', 'Cybersecurity, Ethical hacking, Linux'),
  of('Chitra Mukherjee', 'Data Scientist', 'Amazon', 'Kolkata', 'NLP, Python, Statistics'),
  of('Aishwarya Patil', 'Frontend Developer', 'Zoho', 'Pune', 'Angular, TypeScript, RxJS'),
  of('Harish Gowda', 'Embedded Engineer', 'Bosch', 'Mysuru', 'C, C++, AUTOSAR'),
  of('Fatima Sheikh', 'Chartered Accountant', 'Deloitte', 'Mumbai', 'Accounting, GST, Excel'),
  of('Deepak Chaudhary', 'Founder', 'Chai Ledger', 'Patna', 'Fundraising, Start-ups, Sales'),
  of('Linh Nguyễn', 'Mobile Engineer', 'Grab', 'Singapore', 'Flutter, React Native, Dart'),
  of('Irfan Habib', '.NET Architect', 'Accenture', 'Hyderabad', 'C#, .NET, Azure'),
  of('Kamala Devi', 'Music Teacher', 'Saptak School', 'Varanasi', 'Spoken Hindi, Classical music, Singing'),
  of('Tanvi Kulkarni', 'Ruby Developer', 'Razorpay', 'Pune', 'Ruby on Rails, PostgreSQL, Redis'),
  of('Yash Agarwal', 'Backend Developer', 'Zerodha', 'Bengaluru', 'Go, gRPC, Redis'),
  of('Sanjay Mishra', 'Exam Coach', 'Drishti Path', 'Allahabad', 'UPSC, GATE, Essay'),
  of('Elena Rossi', 'Illustrator', 'Studio Rossi', 'Goa', 'Illustration, Adobe Photoshop, Branding'),
  of('Om Prakash', 'Blockchain Engineer', 'Setu Chain', 'Jaipur', 'Solidity, Blockchain, Rust'),
  of('Neha Bhatia', 'HR Manager', 'Myntra', 'Bengaluru', 'HR, Career growth, Interview preparation'),
  of('Arjun Nair', 'Frontend Developer', 'Freshworks', 'Chennai', 'Vue.js, JavaScript, GraphQL'),
  of('Meera Iyer', 'Finance Analyst', 'Goldman Sachs', 'Bengaluru', 'Financial modelling, Investing, Excel'),
  of('Dhruv Bansal', 'Test Engineer', 'Freshworks', 'Chennai', 'Selenium, Playwright, Testing'),
  of('Karthik Raja', 'Scientist', 'ISRO', 'Thiruvananthapuram', 'Robotics, MATLAB, ROS'),
  of('Swati Deshpande', 'Consultant', 'KPMG', 'Mumbai', 'Tableau, Power BI, Data visualisation'),
  of(
    'Prakash Jha',
    'Life Coach',
    'Jha Coaching',
    'Delhi',
    'Life coaching, Meditation',
    'I have coached people who work with Python, React, machine learning, Kubernetes, node.js, Rust, Figma, SQL, Android, photography and Java, and I know what a long week does to them.',
  ),
]
