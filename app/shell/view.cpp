#include "shell/view.h" // gives View's meta-object a home
