"""Plant faults in the Python engine, the C engine and the conformance kit."""
